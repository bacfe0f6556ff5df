import { keccak256 } from '../../src/crypto/keccak256.ts'
import { asAddress, concatBytes, leftPad } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { type Contract, contracts } from './contracts.ts'
import {
  blockCopies,
  division,
  smallArithmetic,
  staticCalls,
  sumTo,
  wideArithmetic,
  wordCopies,
  wordHashes,
} from './models.ts'
import { render } from './rayTracer.ts'

export interface Workload {
  readonly id: string
  readonly title: string
  readonly contract: Contract
  readonly data: Uint8Array
  /** The word that every engine must return. */
  readonly result: bigint
}

/** A storage cell that is set before the workloads run. */
export interface Cell {
  readonly contract: Contract
  readonly key: Uint8Array
  readonly value: bigint
}

function contract(name: string): Contract {
  const found = contracts.get(name)
  if (found === undefined) throw new Error(`no contract ${name} in compiled.json`)
  return found
}

const [arithmetic, hashes, token, copies, caller, counter, rayTracer] = [
  contract('Arithmetic'),
  contract('Hashes'),
  contract('Token'),
  contract('Copies'),
  contract('Caller'),
  contract('Counter'),
  contract('RayTracer'),
]

const seed = 0xfedcba98_76543210_0f1e2d3c_4b5a6978_89abcdef_01234567_13579bdf_2468ace1n
const holder = asAddress(new Uint8Array(20).fill(0x77))
const holderBalance = 123_456_789_000_000_000_000n
const minted = 10n ** 22n

/** `balanceOf` is the token's first variable: the holder's cell is the hash of the address and slot 0. */
export const cells: readonly Cell[] = [
  {
    contract: token,
    key: keccak256(concatBytes(leftPad(holder, 32), new Uint8Array(32))),
    value: holderBalance,
  },
  // Rootstock charges less to change a cell than to fill it; the counter's total starts filled.
  { contract: counter, key: new Uint8Array(32), value: 1n },
]

const balanceQuery: Workload = {
  id: 'g',
  title: 'one balanceOf of an ERC-20',
  contract: token,
  data: token.encode('balanceOf(address)', holder),
  result: holderBalance,
}

/** c4 makes transfers whose hashes never repeat, so the core's cache of hashes does not help. */
export const workloads: readonly Workload[] = [
  {
    id: 'a1',
    title: '200,000 rounds of arithmetic on small values',
    contract: arithmetic,
    data: arithmetic.encode('small(uint256)', 200_000),
    result: smallArithmetic(200_000),
  },
  {
    id: 'a2',
    title: '200,000 rounds of arithmetic on 256-bit values',
    contract: arithmetic,
    data: arithmetic.encode('wide(uint256,uint256)', 200_000, seed),
    result: wideArithmetic(200_000, seed),
  },
  {
    id: 'b',
    title: '10,000 keccak-256 of distinct words',
    contract: hashes,
    data: hashes.encode('words(uint256)', 10_000),
    result: wordHashes(10_000),
  },
  {
    id: 'c1',
    title: '5,000 ERC-20 transfers to one account',
    contract: token,
    data: token.encode('transfers(uint256,address)', 5000, holder),
    result: holderBalance + sumTo(4999),
  },
  {
    id: 'c2',
    title: '5,000 ERC-20 mints',
    contract: token,
    data: token.encode('mints(uint256,address)', 5000, holder),
    result: holderBalance + 2n * sumTo(4999),
  },
  {
    id: 'c3',
    title: '999 ERC-20 approvals with transferFrom',
    contract: token,
    data: token.encode('approvals(uint256,address)', 999, holder),
    result: holderBalance + sumTo(999),
  },
  {
    id: 'c4',
    title: '5,000 ERC-20 transfers to 5,000 accounts',
    contract: token,
    data: token.encode('spreadTransfers(uint256,address)', 5000, holder),
    result: minted - sumTo(5000),
  },
  {
    id: 'd1',
    title: 'a ray tracer: 24 × 16 pixels',
    contract: rayTracer,
    data: rayTracer.encode('render(int256,int256)', 24, 16),
    result: BigInt.asUintN(256, render(24n, 16n)),
  },
  {
    id: 'd2',
    title: '50,000 rounds of SDIV, DIV and MULMOD on 128 to 256 bits',
    contract: arithmetic,
    data: arithmetic.encode('division(uint256,uint256)', 50_000, seed),
    result: division(50_000, seed),
  },
  {
    id: 'e1',
    title: '500 copies of 4 KB by Solidity',
    contract: copies,
    data: copies.encode('blocks(uint256,uint256)', 500, 4096),
    result: blockCopies(500, 4096),
  },
  {
    id: 'e2',
    title: '131,072 words copied by MLOAD and MSTORE',
    contract: copies,
    data: copies.encode('words(uint256,uint256)', 32, 4096),
    result: wordCopies(32, 4096),
  },
  {
    id: 'f1',
    title: '10,000 static calls',
    contract: caller,
    data: caller.encode('staticCalls(address,uint256)', counter.address, 10_000),
    result: staticCalls(10_000),
  },
  {
    id: 'f2',
    title: '5,000 calls that change storage',
    contract: caller,
    data: caller.encode('calls(address,uint256)', counter.address, 5000),
    result: 1n + sumTo(4999),
  },
  balanceQuery,
]

export const resultBytes = ({ result }: Workload): Uint8Array => wordBytes(result)
