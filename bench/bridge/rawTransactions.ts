import {
  payToPublicKeyHash,
  payToScriptHash,
  witnessProgramScript,
} from '../../src/bitcoin/scripts/outputScripts.ts'
import { multisigScript, op, opcode, push } from '../../src/bitcoin/scripts/script.ts'
import { encodeTransaction, unsignedInput } from '../../src/bitcoin/transactions/bitcoinTransaction.ts'
import { argumentsOf } from '../../src/dev/bitcoin/rpc/bitcoinMethod.ts'
import { bitcoinMethods } from '../../src/dev/bitcoin/rpc/bitcoinRpc.ts'
import { SimulatedBitcoin } from '../../src/dev/bitcoin/simulatedBitcoin.ts'
import { concatBytes, emptyBytes } from '../../src/primitives/bytes.ts'
import { toHexDigits } from '../../src/primitives/hex.ts'
import { measured } from './measured.ts'

/* The time of Bitcoin's `decoderawtransaction` for each output, by the kind of its script. */

const outputCount = 2_000
const decoderawtransaction = bitcoinMethods.get('decoderawtransaction')!
const bitcoin = new SimulatedBitcoin({ now: () => 0 })

/** Bytes that differ between the outputs. */
const filled = (length: number, index: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (index * 7_919 + at * 31 + 1) & 0xff)

const key = (index: number): Uint8Array => concatBytes(Uint8Array.of(2), filled(32, index))

const scripts: Readonly<Record<string, (index: number) => Uint8Array>> = {
  'public key hash': (index) => payToPublicKeyHash(filled(20, index)),
  'script hash': (index) => payToScriptHash(filled(20, index)),
  'witness key hash': (index) => witnessProgramScript({ version: 0, program: filled(20, index) }),
  'witness script hash': (index) => witnessProgramScript({ version: 0, program: filled(32, index) }),
  taproot: (index) => witnessProgramScript({ version: 1, program: filled(32, index) }),
  'witness of 40 bytes': (index) => witnessProgramScript({ version: 16, program: filled(40, index) }),
  'public key': (index) => concatBytes(push(key(index)), op(opcode.checkSignature)),
  'two of three keys': (index) => multisigScript(2, [key(index), key(index + 1), key(index + 2)]),
  data: (index) => concatBytes(op(opcode.return), push(filled(80, index))),
  empty: () => emptyBytes,
  'cut off': () => op(opcode.pushData1),
  'truncated data': () => op(opcode.return, opcode.pushData4),
  'ten opcodes': () => new Uint8Array(10).fill(opcode.duplicate),
}

function transactionOf(script: (index: number) => Uint8Array): string {
  const outputs = Array.from({ length: outputCount }, (_, index) => ({
    value: BigInt(index),
    script: script(index),
  }))
  const inputs = [unsignedInput({ transactionId: filled(32, 1), outputIndex: 0 })]
  return toHexDigits(encodeTransaction({ version: 2, inputs, outputs, lockTime: 0 }))
}

export const rawTransactionRows = (): { readonly output: string; readonly µs: number }[] =>
  Object.entries(scripts).map(([output, script]) => {
    const given = argumentsOf('decoderawtransaction', decoderawtransaction, [transactionOf(script)])
    const time = measured(() => JSON.stringify(decoderawtransaction.run(given, bitcoin)))
    return { output, µs: Math.round((100 * time) / outputCount) / 100 }
  })
