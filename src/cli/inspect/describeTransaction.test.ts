import { describe, expect, it, onTestFinished } from 'vitest'
import { openNode } from '../../node/openNode.ts'
import { fromHex } from '../../primitives/hex.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { signTransaction } from '../../protocol/transactions/sign.ts'
import { localAccountSeeds } from '../../wallet/localAccounts.ts'
import { privateKeyFromSeed } from '../../wallet/privateKey.ts'
import { describeTransaction } from './describe.ts'

describe('describeTransaction', () => {
  it('gives the reason of a failure', async () => {
    const node = await openNode()
    onTestFinished(() => node.close())
    const fields = {
      nonce: unsignedBytes(0),
      gasPrice: 60_000_000n,
      gasLimit: unsignedBytes(100_000),
      to: null,
      value: 0n,
      // Init code that stores the four bytes 1425ea42 at the start of memory and reverts with them.
      data: fromHex('631425ea4260e01b60005260046000fd'),
      chainId: node.network.chainId,
    }
    const transaction = signTransaction(fields, privateKeyFromSeed(localAccountSeeds[0]!))
    node.submit(transaction)
    const described = describeTransaction(node.chain.transaction(transaction.hash)!, node.chain)
    expect(described).toMatchObject({ success: false, failure: 'reverted with 0x1425ea42' })
  })
})
