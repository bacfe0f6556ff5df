import { scriptOfReceiver } from '../../../../bitcoin/scripts/receivers.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import { regtestReceivers } from '../../chain/regtest.ts'
import type { BitcoinMethod } from '../method.ts'
import { programShape } from '../shapes/programShape.ts'

export const validateaddress: BitcoinMethod = {
  name: 'validateaddress',
  summary: 'Says whether an address is valid, and what it pays to.',
  parameters: [{ name: 'address', types: ['string'] }],
  run(given) {
    const address = given.text('address')
    const script = scriptOfReceiver(address, regtestReceivers)
    if (!script) {
      return {
        isvalid: false,
        error_locations: [],
        error: 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.',
      }
    }
    return { isvalid: true, address, scriptPubKey: toHexDigits(script), ...programShape(script) }
  },
}
