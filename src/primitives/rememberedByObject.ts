import { getOrCreate } from './getOrCreate.ts'

/**
 * Returns `compute` with a cache: a second call with the same object returns the same result, which is kept as long as
 * the object is alive. For results that are expensive to compute and never undefined.
 */
export function rememberedByObject<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => getOrCreate(known, key, compute)
}
