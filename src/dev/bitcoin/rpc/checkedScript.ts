import { scriptOfReceiver } from '../../../bitcoin/scripts/receivers.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { regtestReceivers } from '../chain/regtest.ts'

/** The script of an address that a client names. */
export function checkedScript(address: string, problem: string): Uint8Array {
  const script = scriptOfReceiver(address, regtestReceivers)
  if (!script) throw bitcoinError('invalidAddressOrKey', problem)
  return script
}
