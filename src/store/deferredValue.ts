/**
 * A value of a table in memory that is encoded when it is first read: most records of a development chain are never
 * read, because caches hold what they were made from.
 */
export class DeferredValue {
  /** Estimated bytes of what the encoding holds. */
  readonly weight: number
  #encode: (() => Uint8Array) | undefined
  #bytes: Uint8Array | undefined

  /** `encode` always returns the same bytes, which never change. */
  constructor(weight: number, encode: () => Uint8Array) {
    this.weight = weight
    this.#encode = encode
  }

  get bytes(): Uint8Array {
    this.#bytes ??= this.#encode!()
    // What the encoding held is free.
    this.#encode = undefined
    return this.#bytes
  }
}

/** A value as a table in memory holds it. */
export type HeldValue = Uint8Array | DeferredValue

export const bytesOf = (value: HeldValue): Uint8Array =>
  value instanceof DeferredValue ? value.bytes : value
