// SPDX-License-Identifier: Apache-2.0
// What is known about a request apart from its attributes, parameters and session. Every access is locked.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace connector {

class RequestProperties {
public:
  RequestProperties(const RequestProperties&) = delete;
  RequestProperties& operator=(const RequestProperties&) = delete;

  bool isSecure() const {
    std::lock_guard lock(mutex_);
    return secure_;
  }

  void setSecure(bool secure) {
    std::lock_guard lock(mutex_);
    secure_ = secure;
  }

  bool isAsyncSupported() const {
    std::lock_guard lock(mutex_);
    return asyncSupported_;
  }

  void setAsyncSupported(bool asyncSupported) {
    std::lock_guard lock(mutex_);
    asyncSupported_ = asyncSupported;
  }

  bool isFinishing() const {
    std::lock_guard lock(mutex_);
    return finishing_;
  }

  void setFinishing(bool finishing) {
    std::lock_guard lock(mutex_);
    finishing_ = finishing;
  }

  bool isRequestedSessionIdFromCookie() const {
    std::lock_guard lock(mutex_);
    return requestedSessionIdFromCookie_;
  }

  void setRequestedSessionIdFromCookie(bool requestedSessionIdFromCookie) {
    std::lock_guard lock(mutex_);
    requestedSessionIdFromCookie_ = requestedSessionIdFromCookie;
  }

  bool isRequestedSessionIdFromUrl() const {
    std::lock_guard lock(mutex_);
    return requestedSessionIdFromUrl_;
  }

  void setRequestedSessionIdFromUrl(bool requestedSessionIdFromUrl) {
    std::lock_guard lock(mutex_);
    requestedSessionIdFromUrl_ = requestedSessionIdFromUrl;
  }

  bool isRequestedSessionIdValid() const {
    std::lock_guard lock(mutex_);
    return requestedSessionIdValid_;
  }

  void setRequestedSessionIdValid(bool requestedSessionIdValid) {
    std::lock_guard lock(mutex_);
    requestedSessionIdValid_ = requestedSessionIdValid;
  }

  bool isParametersParsed() const {
    std::lock_guard lock(mutex_);
    return parametersParsed_;
  }

  void setParametersParsed(bool parametersParsed) {
    std::lock_guard lock(mutex_);
    parametersParsed_ = parametersParsed;
  }

  bool isUserPrincipalKnown() const {
    std::lock_guard lock(mutex_);
    return userPrincipalKnown_;
  }

  void setUserPrincipalKnown(bool userPrincipalKnown) {
    std::lock_guard lock(mutex_);
    userPrincipalKnown_ = userPrincipalKnown;
  }

  bool isSendfileSupported() const {
    std::lock_guard lock(mutex_);
    return sendfileSupported_;
  }

  void setSendfileSupported(bool sendfileSupported) {
    std::lock_guard lock(mutex_);
    sendfileSupported_ = sendfileSupported;
  }

  bool isComet() const {
    std::lock_guard lock(mutex_);
    return comet_;
  }

  void setComet(bool comet) {
    std::lock_guard lock(mutex_);
    comet_ = comet;
  }

  bool isTrailersAllowed() const {
    std::lock_guard lock(mutex_);
    return trailersAllowed_;
  }

  void setTrailersAllowed(bool trailersAllowed) {
    std::lock_guard lock(mutex_);
    trailersAllowed_ = trailersAllowed;
  }

  bool isUpgraded() const {
    std::lock_guard lock(mutex_);
    return upgraded_;
  }

  void setUpgraded(bool upgraded) {
    std::lock_guard lock(mutex_);
    upgraded_ = upgraded;
  }

  int contentLength() const {
    std::lock_guard lock(mutex_);
    return contentLength_;
  }

  void setContentLength(int contentLength) {
    std::lock_guard lock(mutex_);
    contentLength_ = contentLength;
  }

  int serverPort() const {
    std::lock_guard lock(mutex_);
    return serverPort_;
  }

  void setServerPort(int serverPort) {
    std::lock_guard lock(mutex_);
    serverPort_ = serverPort;
  }

  int localPort() const {
    std::lock_guard lock(mutex_);
    return localPort_;
  }

  void setLocalPort(int localPort) {
    std::lock_guard lock(mutex_);
    localPort_ = localPort;
  }

  int remotePort() const {
    std::lock_guard lock(mutex_);
    return remotePort_;
  }

  void setRemotePort(int remotePort) {
    std::lock_guard lock(mutex_);
    remotePort_ = remotePort;
  }

  int dispatcherType() const {
    std::lock_guard lock(mutex_);
    return dispatcherType_;
  }

  void setDispatcherType(int dispatcherType) {
    std::lock_guard lock(mutex_);
    dispatcherType_ = dispatcherType;
  }

  int maxParameterCount() const {
    std::lock_guard lock(mutex_);
    return maxParameterCount_;
  }

  void setMaxParameterCount(int maxParameterCount) {
    std::lock_guard lock(mutex_);
    maxParameterCount_ = maxParameterCount;
  }

  int maxPostSize() const {
    std::lock_guard lock(mutex_);
    return maxPostSize_;
  }

  void setMaxPostSize(int maxPostSize) {
    std::lock_guard lock(mutex_);
    maxPostSize_ = maxPostSize;
  }

  int maxCookieCount() const {
    std::lock_guard lock(mutex_);
    return maxCookieCount_;
  }

  void setMaxCookieCount(int maxCookieCount) {
    std::lock_guard lock(mutex_);
    maxCookieCount_ = maxCookieCount;
  }

  int stage() const {
    std::lock_guard lock(mutex_);
    return stage_;
  }

  void setStage(int stage) {
    std::lock_guard lock(mutex_);
    stage_ = stage;
  }

  int pathParameterCount() const {
    std::lock_guard lock(mutex_);
    return pathParameterCount_;
  }

  void setPathParameterCount(int pathParameterCount) {
    std::lock_guard lock(mutex_);
    pathParameterCount_ = pathParameterCount;
  }

  int errorStatus() const {
    std::lock_guard lock(mutex_);
    return errorStatus_;
  }

  void setErrorStatus(int errorStatus) {
    std::lock_guard lock(mutex_);
    errorStatus_ = errorStatus;
  }

  int asyncTimeout() const {
    std::lock_guard lock(mutex_);
    return asyncTimeout_;
  }

  void setAsyncTimeout(int asyncTimeout) {
    std::lock_guard lock(mutex_);
    asyncTimeout_ = asyncTimeout;
  }

  std::string method() const {
    std::lock_guard lock(mutex_);
    return method_;
  }

  void setMethod(std::string method) {
    std::lock_guard lock(mutex_);
    method_ = std::move(method);
  }

  std::string protocol() const {
    std::lock_guard lock(mutex_);
    return protocol_;
  }

  void setProtocol(std::string protocol) {
    std::lock_guard lock(mutex_);
    protocol_ = std::move(protocol);
  }

  std::string scheme() const {
    std::lock_guard lock(mutex_);
    return scheme_;
  }

  void setScheme(std::string scheme) {
    std::lock_guard lock(mutex_);
    scheme_ = std::move(scheme);
  }

  std::string requestUri() const {
    std::lock_guard lock(mutex_);
    return requestUri_;
  }

  void setRequestUri(std::string requestUri) {
    std::lock_guard lock(mutex_);
    requestUri_ = std::move(requestUri);
  }

  std::string queryString() const {
    std::lock_guard lock(mutex_);
    return queryString_;
  }

  void setQueryString(std::string queryString) {
    std::lock_guard lock(mutex_);
    queryString_ = std::move(queryString);
  }

  std::string pathInfo() const {
    std::lock_guard lock(mutex_);
    return pathInfo_;
  }

  void setPathInfo(std::string pathInfo) {
    std::lock_guard lock(mutex_);
    pathInfo_ = std::move(pathInfo);
  }

  std::string pathTranslated() const {
    std::lock_guard lock(mutex_);
    return pathTranslated_;
  }

  void setPathTranslated(std::string pathTranslated) {
    std::lock_guard lock(mutex_);
    pathTranslated_ = std::move(pathTranslated);
  }

  std::string servletPath() const {
    std::lock_guard lock(mutex_);
    return servletPath_;
  }

  void setServletPath(std::string servletPath) {
    std::lock_guard lock(mutex_);
    servletPath_ = std::move(servletPath);
  }

  std::string contextPath() const {
    std::lock_guard lock(mutex_);
    return contextPath_;
  }

  void setContextPath(std::string contextPath) {
    std::lock_guard lock(mutex_);
    contextPath_ = std::move(contextPath);
  }

  std::string contentType() const {
    std::lock_guard lock(mutex_);
    return contentType_;
  }

  void setContentType(std::string contentType) {
    std::lock_guard lock(mutex_);
    contentType_ = std::move(contentType);
  }

  std::string characterEncoding() const {
    std::lock_guard lock(mutex_);
    return characterEncoding_;
  }

  void setCharacterEncoding(std::string characterEncoding) {
    std::lock_guard lock(mutex_);
    characterEncoding_ = std::move(characterEncoding);
  }

  std::string serverName() const {
    std::lock_guard lock(mutex_);
    return serverName_;
  }

  void setServerName(std::string serverName) {
    std::lock_guard lock(mutex_);
    serverName_ = std::move(serverName);
  }

  std::string localName() const {
    std::lock_guard lock(mutex_);
    return localName_;
  }

  void setLocalName(std::string localName) {
    std::lock_guard lock(mutex_);
    localName_ = std::move(localName);
  }

  std::string localAddress() const {
    std::lock_guard lock(mutex_);
    return localAddress_;
  }

  void setLocalAddress(std::string localAddress) {
    std::lock_guard lock(mutex_);
    localAddress_ = std::move(localAddress);
  }

  std::string remoteHost() const {
    std::lock_guard lock(mutex_);
    return remoteHost_;
  }

  void setRemoteHost(std::string remoteHost) {
    std::lock_guard lock(mutex_);
    remoteHost_ = std::move(remoteHost);
  }

  std::string remoteAddress() const {
    std::lock_guard lock(mutex_);
    return remoteAddress_;
  }

  void setRemoteAddress(std::string remoteAddress) {
    std::lock_guard lock(mutex_);
    remoteAddress_ = std::move(remoteAddress);
  }

  std::string remoteUser() const {
    std::lock_guard lock(mutex_);
    return remoteUser_;
  }

  void setRemoteUser(std::string remoteUser) {
    std::lock_guard lock(mutex_);
    remoteUser_ = std::move(remoteUser);
  }

  std::string authType() const {
    std::lock_guard lock(mutex_);
    return authType_;
  }

  void setAuthType(std::string authType) {
    std::lock_guard lock(mutex_);
    authType_ = std::move(authType);
  }

  std::string requestedSessionId() const {
    std::lock_guard lock(mutex_);
    return requestedSessionId_;
  }

  void setRequestedSessionId(std::string requestedSessionId) {
    std::lock_guard lock(mutex_);
    requestedSessionId_ = std::move(requestedSessionId);
  }

  std::string host() const {
    std::lock_guard lock(mutex_);
    return host_;
  }

  void setHost(std::string host) {
    std::lock_guard lock(mutex_);
    host_ = std::move(host);
  }

  std::string wrapper() const {
    std::lock_guard lock(mutex_);
    return wrapper_;
  }

  void setWrapper(std::string wrapper) {
    std::lock_guard lock(mutex_);
    wrapper_ = std::move(wrapper);
  }

  std::string connector() const {
    std::lock_guard lock(mutex_);
    return connector_;
  }

  void setConnector(std::string connector) {
    std::lock_guard lock(mutex_);
    connector_ = std::move(connector);
  }

  std::string coyoteName() const {
    std::lock_guard lock(mutex_);
    return coyoteName_;
  }

  void setCoyoteName(std::string coyoteName) {
    std::lock_guard lock(mutex_);
    coyoteName_ = std::move(coyoteName);
  }

  std::string preferredLocale() const {
    std::lock_guard lock(mutex_);
    return preferredLocale_;
  }

  void setPreferredLocale(std::string preferredLocale) {
    std::lock_guard lock(mutex_);
    preferredLocale_ = std::move(preferredLocale);
  }

  std::string contextName() const {
    std::lock_guard lock(mutex_);
    return contextName_;
  }

  void setContextName(std::string contextName) {
    std::lock_guard lock(mutex_);
    contextName_ = std::move(contextName);
  }

  std::string handlerName() const {
    std::lock_guard lock(mutex_);
    return handlerName_;
  }

  void setHandlerName(std::string handlerName) {
    std::lock_guard lock(mutex_);
    handlerName_ = std::move(handlerName);
  }

  std::string uploadFolder() const {
    std::lock_guard lock(mutex_);
    return uploadFolder_;
  }

  void setUploadFolder(std::string uploadFolder) {
    std::lock_guard lock(mutex_);
    uploadFolder_ = std::move(uploadFolder);
  }

  std::string errorPage() const {
    std::lock_guard lock(mutex_);
    return errorPage_;
  }

  void setErrorPage(std::string errorPage) {
    std::lock_guard lock(mutex_);
    errorPage_ = std::move(errorPage);
  }

protected:
  RequestProperties() = default;
  ~RequestProperties() = default;

  // Of the whole request, those of derived classes included.
  mutable std::recursive_mutex mutex_;

private:
  bool secure_ = false;
  bool asyncSupported_ = true;
  bool finishing_ = false;
  bool requestedSessionIdFromCookie_ = false;
  bool requestedSessionIdFromUrl_ = false;
  bool requestedSessionIdValid_ = false;
  bool parametersParsed_ = false;
  bool userPrincipalKnown_ = false;
  bool sendfileSupported_ = false;
  bool comet_ = false;
  bool trailersAllowed_ = false;
  bool upgraded_ = false;
  int contentLength_ = -1;
  int serverPort_ = 80;
  int localPort_ = 80;
  int remotePort_ = 0;
  int dispatcherType_ = 0;
  int maxParameterCount_ = 1000;
  int maxPostSize_ = 65536;
  int maxCookieCount_ = 200;
  int stage_ = 0;
  int pathParameterCount_ = 0;
  int errorStatus_ = 0;
  int asyncTimeout_ = 30000;
  std::string method_ = "GET";
  std::string protocol_ = "HTTP/1.1";
  std::string scheme_ = "http";
  std::string requestUri_ = "/";
  std::string queryString_;
  std::string pathInfo_;
  std::string pathTranslated_;
  std::string servletPath_;
  std::string contextPath_;
  std::string contentType_;
  std::string characterEncoding_ = "ISO-8859-1";
  std::string serverName_ = "localhost";
  std::string localName_ = "localhost";
  std::string localAddress_ = "127.0.0.1";
  std::string remoteHost_;
  std::string remoteAddress_;
  std::string remoteUser_;
  std::string authType_;
  std::string requestedSessionId_;
  std::string host_;
  std::string wrapper_;
  std::string connector_;
  std::string coyoteName_;
  std::string preferredLocale_ = "en";
  std::string contextName_;
  std::string handlerName_;
  std::string uploadFolder_ = "/tmp";
  std::string errorPage_;
};

} // namespace connector
