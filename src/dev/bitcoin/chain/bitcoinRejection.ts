import { BitcoinError, bitcoinErrorCodes } from '../bitcoinError.ts'

/** A transaction does not enter the mempool. The reason is one of Bitcoin Core's short words. */
export class Rejection extends BitcoinError {
  readonly reason: string

  constructor(reason: string, details?: string) {
    const code = reason === missingInputs ? bitcoinErrorCodes.verify : bitcoinErrorCodes.verifyRejected
    super(code, details === undefined ? reason : `${reason}, ${details}`)
    this.reason = reason
  }
}

export const missingInputs = 'bad-txns-inputs-missingorspent'
