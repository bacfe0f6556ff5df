import { asHash } from '../../../primitives/bytes.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { expectMining } from '../mnr/submitBitcoinBlock.ts'

/** A Bitcoin header has four bytes for the nonce. */
const bitcoinNonceBytes = 4

export const ethSubmitWork = defineMethod({
  name: 'eth_submitWork',
  summary: 'Submits a nonce for the Bitcoin header of this node’s work; true when the block was accepted.',
  params: [
    required('nonce', dataOf(8)),
    required('headerHash', dataOf(32)),
    required('mixDigest', dataOf(32)),
  ],
  result: schema.boolean,
  cost: 10,
  effect: 'uses-node',
  access: 'everyone',
  handler([nonce, headerHash], { node }) {
    const { work } = expectMining(node, 'eth_submitWork')
    return work.submitNonce(asHash(headerHash), Number(toBigInt(nonce.subarray(-bitcoinNonceBytes))))
  },
})
