/** The used part of Map and WeakMap. */
interface Values<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value at `key`. A missing value is created and added to the map. */
export function getOrCreate<Key, Value>(
  values: Values<Key, Value>,
  key: Key,
  create: (key: Key) => Value,
): Value {
  const found = values.get(key)
  if (found !== undefined) return found
  const created = create(key)
  values.set(key, created)
  return created
}
