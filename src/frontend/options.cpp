// SPDX-License-Identifier: Apache-2.0
#include "frontend/options.h"

#include <algorithm>
#include <charconv>

namespace heddle::frontend {

Result<Options> parseOptions(const std::vector<std::string>& arguments) {
  Options options;
  options.request.directory = ".";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (name == "--") {
      options.request.flags.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                   arguments.end());
      break;
    }
    if (name == "--verify") {
      options.verify = true;
      continue;
    }
    if (name == "--no-summaries") {
      options.request.summaries = false;
      continue;
    }
    if (i + 1 == arguments.size())
      return Error{"`" + name + "` needs a value"};
    const std::string& value = arguments[++i];
    if (name == "--header")
      options.request.header = value;
    else if (name == "--class")
      options.request.className = value;
    else if (name == "--out")
      options.out = value;
    else if (name == "--source")
      options.request.sources.push_back(value);
    else if (name == "--body")
      options.request.bodies.push_back(value);
    else if (name == "--values")
      options.request.values = value;
    else if (name == "--unlinked") {
      const std::size_t equals = value.find('=');
      std::size_t operation = 0;
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), operation);
      if (error != std::errc() || equals == std::string::npos || end != value.data() + equals)
        return Error{"`--unlinked` needs NUMBER=SYMBOL, not `" + value + "`"};
      options.unlinked.push_back({.operation = operation, .symbol = value.substr(equals + 1)});
    } else if (name == "--directory")
      options.request.directory = value;
    else
      return Error{"unknown argument `" + name + "`"};
  }
  if (options.request.header.empty() || options.request.className.empty() || options.out.empty())
    return Error{"--header, --class and --out are needed"};
  return options;
}

} // namespace heddle::frontend
