// SPDX-License-Identifier: Apache-2.0
// Shares textures for as long as they are in use. The deleter removes the entry, unless a new texture took its place.
// WRONG: load() replaces what another thread has loaded in between.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

class TextureCache {
public:
  struct Texture {
    std::string name;
    int number;
    bool operator==(const Texture&) const = default;
  };

  TextureCache() : state_(std::make_shared<State>()) {}

  std::shared_ptr<const Texture> load(const std::string& name) {
#ifdef WRONG
    if (auto texture = find(name))
      return texture;
    std::lock_guard lock(state_->mutex);
#else
    std::lock_guard lock(state_->mutex);
    if (auto texture = findLocked(name))
      return texture;
#endif
    auto texture = std::shared_ptr<const Texture>(new Texture{name, ++state_->loads},
                                                  [state = state_](const Texture* last) {
                                                    state->forget(*last);
                                                    delete last;
                                                  });
    state_->textures[name] = texture;
    return texture;
  }

  std::shared_ptr<const Texture> find(const std::string& name) const {
    std::lock_guard lock(state_->mutex);
    return findLocked(name);
  }

  int loads() const {
    std::lock_guard lock(state_->mutex);
    return state_->loads;
  }

private:
  struct State {
    std::recursive_mutex mutex;
    std::map<std::string, std::weak_ptr<const Texture>> textures;
    int loads = 0;

    void forget(const Texture& texture) {
      std::lock_guard lock(mutex);
      const auto found = textures.find(texture.name);
      if (found != textures.end() && found->second.expired())
        textures.erase(found);
    }
  };

  std::shared_ptr<const Texture> findLocked(const std::string& name) const {
    const auto found = state_->textures.find(name);
    return found == state_->textures.end() ? nullptr : found->second.lock();
  }

  std::shared_ptr<State> state_;
};
