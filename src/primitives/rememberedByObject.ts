/**
 * `compute`, whose results are kept as long as their argument is: a second call with the very same object returns the
 * same result. For values that cost much to compute and are never undefined.
 */
export function rememberedByObject<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const remembered = known.get(key)
    if (remembered) return remembered
    const value = compute(key)
    known.set(key, value)
    return value
  }
}
