/** After the start of a service: later than the first answers, earlier than most first uses. */
const delayMs = 250

/**
 * A value that is loaded at its first use, or shortly after the start if it is not used before: neither the start nor, as a
 * rule, the first use waits for it. A problem is thrown by the use.
 */
export function loadedSoon<Value>(load: () => Value): () => Value {
  let loaded: { readonly value: Value } | undefined
  const use = (): Value => {
    loaded ??= { value: load() }
    return loaded.value
  }
  const timer = setTimeout(() => {
    try {
      use()
    } catch {
      // The first use tries again.
    }
  }, delayMs)
  timer.unref()
  return use
}
