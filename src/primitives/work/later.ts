/** A value, or a promise of it where it does not come from this thread at once. */
export type Later<Value> = Value | Promise<Value>
