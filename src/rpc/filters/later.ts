/** A value, or a promise of it from a store that is not in this process. */
export type Later<Value> = Value | Promise<Value>
