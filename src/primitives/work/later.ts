/** A value, or a promise of it where it does not come from this thread at once. */
export type Later<Value> = Value | Promise<Value>

/** What follows from a value, at once if the value is here. */
export const after = <Value, Next>(value: Later<Value>, next: (value: Value) => Later<Next>): Later<Next> =>
  value instanceof Promise ? value.then(next) : next(value)
