import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signer } from '../bitcoin/keys/signer.cases.ts'
import { multisigScript, op, opcode, push } from '../bitcoin/scripts/script.ts'
import { anyHash } from '../bitcoin/transactions/bitcoinTransaction.cases.ts'
import type { BitcoinTransaction } from '../bitcoin/transactions/bitcoinTransaction.ts'
import { concatBytes, emptyBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { mainnet, regtest } from '../protocol/networks/definitions.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { person } from './bridgeWorld.cases.ts'
import { regtestBridge } from './constants/regtest.ts'
import { paymentScript, redeemScript } from './federation/redeemScript.ts'
import { PegScenario } from './pegScenario.cases.ts'

/* A Bitcoin miner can have any transaction registered. */

const context = { constants: regtestBridge, rules: rulesAt(regtest, 1) }
const { genesisFederation } = regtestBridge
const ownScript = redeemScript(genesisFederation, context)
const pieces = [
  emptyBytes,
  new Uint8Array([1]),
  signer('a').key,
  new Uint8Array(71).fill(0x30),
  ownScript,
  multisigScript(1, [signer('a').key, signer('b').key]),
  fromHex('000052ae'),
  fromHex('4c'),
  concatBytes(fromHex('64'), ownScript.subarray(1)),
]

const anyPiece = fc.oneof(fc.constantFrom(...pieces), fc.uint8Array({ maxLength: 40 }))
const anyScript = fc.oneof(
  fc.array(anyPiece, { maxLength: 6 }).map((items) => concatBytes(...items.map(push))),
  fc.uint8Array({ maxLength: 60 }),
)
const anyOutput = fc.record({
  value: fc.constantFrom(0n, 1n, 499_999n, 500_000n, 10n ** 8n, 10n ** 15n),
  script: fc.oneof(
    fc.constantFrom(
      paymentScript(genesisFederation, context),
      fromHex('76a95188ac'),
      concatBytes(op(opcode.return), push(Buffer.from('RSKT'))),
    ),
    anyScript,
  ),
})
const anyTransaction: fc.Arbitrary<BitcoinTransaction> = fc.record({
  version: fc.constantFrom(1, 2),
  inputs: fc.array(
    fc.record({
      transactionId: anyHash,
      outputIndex: fc.nat(3),
      script: anyScript,
      sequence: fc.constant(0xffffffff),
      witness: fc.array(anyPiece, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  outputs: fc.array(anyOutput, { minLength: 1, maxLength: 4 }),
  lockTime: fc.constant(0),
})

describe('hostile Bitcoin transactions', () => {
  it.each([
    ['regtest', rulesAt(regtest, 1), 0],
    ['regtest, with the index of peg-outs', rulesAt(regtest, 1), 350],
    ['mainnet before wasabi', rulesAt(mainnet, 1_590_999), 0],
    ['papyrus', rulesAt(mainnet, 2_392_700), 0],
    ['iris', rulesAt(mainnet, 3_614_800), 0],
    ['hop', rulesAt(mainnet, 4_598_500), 0],
    ['lovell', rulesAt(mainnet, 7_338_024), 350],
  ] as const)('do not stop the Bridge when they are registered: %s', (_name, rules, bitcoinBlocks) => {
    const scenario = new PegScenario(rules)
    scenario.mineEmpty(bitcoinBlocks)
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        expect(() =>
          scenario.register(rules.rskip143 ? transaction : withoutWitness(transaction)),
        ).not.toThrow()
        expect(scenario.call(person('federator1'), 'updateCollections()').output).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })

  const withoutWitness = (transaction: BitcoinTransaction): BitcoinTransaction => ({
    ...transaction,
    inputs: transaction.inputs.map((input) => ({ ...input, witness: [] })),
  })
})
