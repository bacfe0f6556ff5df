import { RLP } from '@ethereumjs/rlp'
import { expect, it } from 'vitest'
import { cow, openWorld } from '../../../answering/rpcWorld.cases.ts'
import { emptyKeccak, emptyTrieRoot } from '../../../crypto/keccak256.ts'
import { assemble, deployer } from '../../../evm/assembler.cases.ts'
import { asHash } from '../../../primitives/bytes.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import { decodeAccount } from '../../../protocol/account.ts'
import { accountKey, storageCellKey, storageSubtreeStart } from '../../../trie/keys.ts'
import { verifyProof } from '../../../trie/proof.ts'

interface AccountProof {
  readonly balance: string
  readonly nonce: string
  readonly codeHash: string
  readonly storageHash: string
  readonly accountProof: readonly string[]
  readonly storageProof: readonly {
    readonly key: string
    readonly value: string
    readonly proof: readonly string[]
  }[]
}

const messages = (proof: readonly string[]): Uint8Array[] =>
  proof.map((element) => {
    const message = RLP.decode(fromHex(element))
    if (!(message instanceof Uint8Array)) throw new Error('an element of a proof is a string')
    return message
  })

async function provenWorld() {
  const world = await openWorld()
  const contract = await world.deploy(toHex(deployer(assemble('42 7 SSTORE 43 8 SSTORE'))))
  await world.result('eth_sendTransaction', { from: cow, to: contract, gas: '0x100000' })
  const root = asHash(fromHex(String(Object(await world.result('eth_getBlockByNumber', 'latest')).stateRoot)))
  const proofOf = async (address: string, keys: string[]): Promise<AccountProof> =>
    Object(await world.result('eth_getProof', address, keys, 'latest'))
  return { contract, root, proofOf }
}

it('an account is proven against the state root of its block', async () => {
  const { root, proofOf } = await provenWorld()
  const { accountProof, balance, nonce, codeHash, storageHash } = await proofOf(cow, [])
  const proven = verifyProof(root, accountKey(fromHex(cow)), messages(accountProof))
  if (!(proven instanceof Uint8Array)) throw new Error('the account is not in its proof')
  expect(decodeAccount(proven)).toEqual({ balance: BigInt(balance), nonce: BigInt(nonce) })
  expect([codeHash, storageHash]).toEqual([toHex(emptyKeccak), toHex(emptyTrieRoot)])
})

it('present and absent cells are proven against the storage hash', async () => {
  const { contract, proofOf } = await provenWorld()
  const { storageHash, storageProof } = await proofOf(contract, ['0x7', '0x9'])
  const account = accountKey(fromHex(contract))
  const values = storageProof.map(({ key, proof }) =>
    verifyProof(
      asHash(fromHex(storageHash)),
      storageCellKey(account, wordBytes(BigInt(key))),
      messages(proof),
      storageSubtreeStart(account),
    ),
  )
  expect(values).toEqual([Uint8Array.of(42), undefined])
  expect(storageProof.map(({ key, value }) => [key, value])).toEqual([
    ['0x7', '0x2a'],
    ['0x9', '0x0'],
  ])
})

it('an absent account is proven absent', async () => {
  const { root, proofOf } = await provenWorld()
  const nobody = `0x${'77'.repeat(20)}`
  const { accountProof, balance, nonce, codeHash, storageProof } = await proofOf(nobody, ['0x0'])
  expect(verifyProof(root, accountKey(fromHex(nobody)), messages(accountProof))).toBeUndefined()
  expect([balance, nonce, codeHash]).toEqual(['0x0', '0x0', `0x${'0'.repeat(64)}`])
  expect(storageProof).toEqual([{ key: '0x0', value: '0x0', proof: [] }])
})
