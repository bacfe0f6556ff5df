/** A value, or a promise of it when it is not available at once. */
export type Later<Value> = Value | Promise<Value>

/** Applies `next` to a value, at once if the value is available. */
export const after = <Value, Next>(value: Later<Value>, next: (value: Value) => Later<Next>): Later<Next> =>
  value instanceof Promise ? value.then(next) : next(value)

/** The value of an attempt, or what `recover` makes of its failure, which may come at once or later. */
export function recovered<Value>(
  attempt: () => Later<Value>,
  recover: (error: unknown) => Later<Value>,
): Later<Value> {
  try {
    const value = attempt()
    return value instanceof Promise ? value.catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}
