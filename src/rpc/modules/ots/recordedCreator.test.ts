import { expect, it } from 'vitest'
import { openChain } from '../../../chain/openChain.ts'
import { pruneStates } from '../../../chain/pruning/pruneStates.ts'
import { StateNotKept } from '../../../chain/storage/stateNotKept.ts'
import { createdAddress } from '../../../evm/contractAddress.ts'
import { asAddress } from '../../../primitives/bytes.ts'
import { fromHex, toHex } from '../../../primitives/hex.ts'
import { recordedBlocks } from '../../../primitives/recordings.cases.ts'
import { decodeBlock } from '../../../protocol/block.ts'
import { regtest } from '../../../protocol/networks/definitions.ts'
import { memoryStore } from '../../../store/memory/memoryStore.ts'
import { recordedCreator } from './getContractCreator.ts'

it('finds the creators of contracts in blocks whose states are pruned', () => {
  const store = memoryStore()
  const chain = openChain({ store, network: regtest, clock: () => 0 })
  const blocks = recordedBlocks('contracts')
    .slice(0, 20)
    .map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
  for (const block of blocks) chain.import(block)
  for (const _ of pruneStates(store, regtest, 2));
  expect(() => chain.stateAt(10)).toThrow(StateNotKept)

  const deployments = blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ to, sender }) => to === null && sender !== undefined)
    .map(({ sender, nonceValue, hash }) => ({ sender: sender!, nonceValue, hash }))
  const contracts = deployments.map(({ sender, nonceValue }) => createdAddress(sender, nonceValue))
  const state = chain.stateAt('latest')!
  const live = deployments.filter((_, index) => state.code(contracts[index]!) !== undefined)
  expect(live.length).toBeGreaterThan(0)
  for (const { sender, nonceValue, hash } of live) {
    expect(recordedCreator({ chain }, createdAddress(sender, nonceValue))).toEqual({
      hash: toHex(hash),
      creator: toHex(sender),
    })
  }
  expect(recordedCreator({ chain }, asAddress(live[0]!.sender))).toBeUndefined()
})
