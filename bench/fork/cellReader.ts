import type { GenesisAccount } from '../../src/library/createNodeOptions.ts'

const address = `0x${'ce'.repeat(20)}` as const
const cells = 50

/** A contract that returns the sum of its first 50 cells. */
export const cellReader: GenesisAccount = {
  address,
  nonce: 1n,
  code: '0x600060005b805490910190600101806032116004575060005260206000f3',
  storage: Object.fromEntries(
    Array.from({ length: cells }, (_, cell) => [byteOf(cell), byteOf(cell + 1)] as const),
  ),
}

function byteOf(value: number): `0x${string}` {
  return `0x${value.toString(16).padStart(2, '0')}`
}

export const sumOfCells = { method: 'eth_call', params: [{ to: address, data: '0x' }, 'latest'] }
export const expectedSum = `0x${((cells * (cells + 1)) / 2).toString(16).padStart(64, '0')}`
