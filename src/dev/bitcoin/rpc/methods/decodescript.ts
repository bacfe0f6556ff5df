import { payToScript, witnessProgram } from '../../../../bitcoin/scripts/outputScripts.ts'
import { receiverOf } from '../../../../bitcoin/scripts/receivers.ts'
import { kindOfScript } from '../../../../bitcoin/scripts/scriptKinds.ts'
import { bitcoinError } from '../../bitcoinError.ts'
import { regtestReceivers } from '../../chain/regtest.ts'
import type { BitcoinMethod } from '../method.ts'
import { longestScript, outputScriptShape } from '../shapes/scriptShapes.ts'

export const decodescript: BitcoinMethod = {
  name: 'decodescript',
  summary: 'Shows a script and the addresses that it has as a redeem script.',
  parameters: [{ name: 'hexstring', types: ['string'] }],
  run(given) {
    const script = given.hex('hexstring', 'invalidParameter', 'hexstring must be hexadecimal string')
    if (script.length > longestScript) {
      throw bitcoinError('invalidParameter', `the script is longer than ${longestScript} bytes`)
    }
    const { hex: _, ...shape } = outputScriptShape(script)
    const kind = kindOfScript(script)
    if (kind === 'scripthash' || kind === 'nulldata') return shape
    const p2sh = receiverOf(payToScript(script), regtestReceivers)!
    if (kind.startsWith('witness')) return { ...shape, p2sh }
    const wrapped = witnessProgram(script)
    const segwit = {
      ...outputScriptShape(wrapped),
      'p2sh-segwit': receiverOf(payToScript(wrapped), regtestReceivers)!,
    }
    return { ...shape, p2sh, segwit }
  },
}
