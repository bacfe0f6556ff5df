import { addToIndexes } from '../../src/chain/importing/canonicalIndexes.ts'
import { chainStamp, openChain } from '../../src/chain/openChain.ts'
import { takeSerial } from '../../src/chain/storage/blockRecords.ts'
import { putBlock } from '../../src/chain/storage/blocks.ts'
import { putHead } from '../../src/chain/storage/canonicalHashes.ts'
import { keccak256 } from '../../src/crypto/keccak256.ts'
import { asAddress, asciiBytes } from '../../src/primitives/bytes.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { sealHeader } from '../../src/protocol/headers/hashes.ts'
import { headerFields } from '../../src/protocol/headers/headerFields.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { signTransaction } from '../../src/protocol/transactions/sign.ts'
import { transferFields } from '../../src/protocol/transactions/transferFields.cases.ts'
import { openStore } from '../../src/store/openStore.ts'

export const logsPerBlock = 10
/** One block in 500 has a log of the rare emitter. */
const rareEvery = 500

const word = (text: string) => keccak256(asciiBytes(text))
export const common = asAddress(word('common').subarray(0, 20))
const rare = asAddress(word('rare').subarray(0, 20))
const key = word('sender')
const data = new Uint8Array(32).fill(1, 28)

function receiptOf(number: number) {
  const logs = Array.from({ length: logsPerBlock }, (_, index) => ({
    address: index === 0 && number % rareEvery === 0 ? rare : common,
    topics: [word('Transfer'), word(`from ${(number + index) % 997}`), word(`to ${index}`)],
    data,
  }))
  return { success: true, cumulativeGasUsed: 50_000, gasUsed: 50_000, logsBloom: new Uint8Array(256), logs }
}

/** Stores blocks with a signed transaction each after the genesis block, with its state. */
export function fill(path: string, blockCount: number): void {
  const store = openStore({ path, ...chainStamp(regtest), flush: 'none' })
  const { head } = openChain({ store, network: regtest, clock: () => 0 })
  let parent = head.header
  for (let first = 1; first <= blockCount; first += 1_000) {
    store.write((batch) => {
      for (let number = first; number < first + 1_000 && number <= blockCount; number++) {
        const { stateRoot } = head.header
        const fields = { ...headerFields(regtest, number), number, parentHash: parent.hash, stateRoot }
        const header = sealHeader(fields, regtest)
        const transaction = signTransaction({ ...transferFields, nonce: unsignedBytes(BigInt(number)) }, key)
        const block = { header, transactions: [transaction], uncles: [] }
        const receipts = [receiptOf(number)]
        const record = { header, totalDifficulty: BigInt(number), stateRoot }
        putBlock(batch, takeSerial(batch, header.hash), record, block, receipts)
        addToIndexes(batch, block, receipts)
        putHead(batch, header.hash)
        parent = header
      }
    })
  }
  store.close()
}
