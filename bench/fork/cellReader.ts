import { asAddress } from '../../src/primitives/bytes.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import type { Allocation } from '../../src/protocol/networks/network.ts'

const address = `0x${'ce'.repeat(20)}`
const cells = 50

/** A contract that answers the sum of its first 50 cells. */
export const cellReader: Allocation = {
  address: asAddress(fromHex(address)),
  balance: 0n,
  nonce: 1n,
  code: fromHex('600060005b80549091019060010180603211600457506000526020' + '6000f3'),
  storage: Array.from({ length: cells }, (_, cell) => ({
    cell: wordBytes(BigInt(cell)),
    value: Uint8Array.of(cell + 1),
  })),
}

export const sumOfCells = { method: 'eth_call', params: [{ to: address, data: '0x' }, 'latest'] }
export const expectedSum = `0x${((cells * (cells + 1)) / 2).toString(16).padStart(64, '0')}`
