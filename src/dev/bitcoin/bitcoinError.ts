/** The codes of Bitcoin Core's JSON-RPC that are in use here. */
export const bitcoinErrorCodes = {
  misc: -1,
  type: -3,
  wallet: -4,
  invalidAddressOrKey: -5,
  insufficientFunds: -6,
  invalidParameter: -8,
  deserialization: -22,
  verify: -25,
  verifyRejected: -26,
  alreadyInChain: -27,
  methodDeprecated: -32,
  methodNotFound: -32601,
  invalidRequest: -32600,
  internal: -32603,
  parse: -32700,
} as const

export type BitcoinErrorCode = keyof typeof bitcoinErrorCodes

/** An error with the code and message that Bitcoin Core answers. */
export class BitcoinError extends Error {
  override readonly name = 'BitcoinError'
  readonly code: number

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const bitcoinError = (code: BitcoinErrorCode, message: string): BitcoinError =>
  new BitcoinError(bitcoinErrorCodes[code], message)
