/** The part of Map and WeakMap that is used here. */
interface Values<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value at `key`; where it is missing, `create` makes it and the map keeps it. */
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
