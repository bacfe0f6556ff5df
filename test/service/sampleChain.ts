import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { cow1, openService, type Receipt, type ServiceWorld } from './serviceWorld.ts'

/* A chain with a deployment, a log and a transfer. */

export const word = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** The first topic of every log. */
export const eventTopic = word(0xa)

/**
 * 32 bytes of input are stored in cell 0, logged as the second topic and as data, and returned. One byte of input
 * reverts with `Error("no")`, two bytes fail without REVERT, and empty input accepts value.
 */
const source = `
  CALLDATASIZE 32 EQ @store JUMPI
  CALLDATASIZE 1 EQ @refuse JUMPI
  CALLDATASIZE 2 EQ @fail JUMPI
  STOP
  store: 0 CALLDATALOAD 0 SSTORE
  0 CALLDATALOAD 0 MSTORE
  0 CALLDATALOAD 10 32 0 LOG2
  32 0 RETURN
  refuse: 0x08c379a000000000000000000000000000000000000000000000000000000000 0 MSTORE
  32 4 MSTORE 2 36 MSTORE
  0x6e6f000000000000000000000000000000000000000000000000000000000000 68 MSTORE
  100 0 REVERT
  fail: #fe`

export const contractCode = toHex(assemble(source))
export const creationCode = toHex(deployer(assemble(source)))

/** The encoding of `Error("no")`. */
export const refusalPayload = `0x08c379a0${word(32).slice(2)}${word(2).slice(2)}6e6f${'0'.repeat(60)}`

export interface SampleChain {
  readonly world: ServiceWorld
  readonly contract: string
  readonly deployment: Receipt
  /** The transaction that stored and logged 7. */
  readonly logging: Receipt
  readonly transfer: Receipt
}

/** A deployment in block 1, a log in block 2, a transfer in block 3. */
export async function openSampleChain(): Promise<SampleChain> {
  const world = await openService()
  const deployment = await world.transact({ data: creationCode })
  const contract = deployment.contractAddress
  const logging = await world.transact({ to: contract, data: word(7) })
  const transfer = await world.transact({ to: cow1, value: '0x5' })
  return { world, contract, deployment, logging, transfer }
}
