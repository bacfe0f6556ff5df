import { getOrCreate } from './getOrCreate.ts'

/**
 * `compute`, whose results are kept as long as their argument is: a second call with the very same object returns the
 * same result. For values that cost much to compute and are never undefined.
 */
export function rememberedByObject<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => getOrCreate(known, key, compute)
}
