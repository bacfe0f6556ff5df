import { assemble } from '../../src/evm/assembler.cases.ts'
import { execute } from '../../src/evm/execute.ts'
import type { MemoryHost } from '../../src/evm/memoryHost.cases.ts'
import { asAddress, emptyBytes, leftPad } from '../../src/primitives/bytes.ts'
import { unsignedBytes } from '../../src/primitives/integers.ts'
import { processorMs } from '../measuring/processorTime.ts'
import { newHost, rules } from './cambium.ts'
import { caller } from './engine.ts'

/** Gas of a block of mainnet, all of which one transaction uses. */
export const blockGas = 6_800_000
/** Bytes of the largest code that can be deployed. */
const maximumCode = 24_576
const firstCallee = 0x100000

/** Codes that a transaction may call. */
interface Callees {
  readonly count: number
  /** The code of a callee, which `index` makes different from all others. */
  readonly code: (index: number) => Uint8Array
}

/** A transaction to measure: a program and the codes that it calls, which tasks in sequence may share. */
export interface WorstTask {
  readonly name: string
  readonly program: string
  readonly callees: Callees
}

const addressOf = (number: number): ReturnType<typeof asAddress> =>
  asAddress(leftPad(unsignedBytes(number), 20))
const contract = addressOf(0xfffff)

export interface Measured {
  readonly task: WorstTask
  /** The shortest of several runs, in milliseconds of processor time. */
  readonly ms: number
}

/** Measures tasks. The cache of codes starts as the last run left it. */
export function measureTasks(tasks: readonly WorstTask[], runs: number): Measured[] {
  let host = newHost({ contracts: [], cells: [] })
  let callees: Callees | undefined
  return tasks.map((task) => {
    if (task.callees !== callees) {
      callees = task.callees
      host = newHost({ contracts: [], cells: [] })
      for (let index = 0; index < callees.count; index++)
        save(host, addressOf(firstCallee + index), callees.code(index))
    }
    save(host, contract, assemble(task.program))
    let ms = Number.POSITIVE_INFINITY
    for (let run = 0; run < runs; run++) ms = Math.min(ms, timeOf(host))
    return { task, ms }
  })
}

function timeOf(host: MemoryHost): number {
  const target = { kind: 'call', caller, address: contract, value: 0n, data: emptyBytes } as const
  const message = { ...target, code: host.code(contract)!, gas: blockGas, isStatic: false }
  const mark = host.snapshot()
  const start = processorMs()
  execute(message, host, rules, { engine: 'fast' })
  const time = processorMs() - start
  host.rollback(mark)
  return time
}

function save(host: MemoryHost, address: ReturnType<typeof asAddress>, code: Uint8Array): void {
  host.markContract(address)
  host.saveCode(address, code)
}

/** The bytes behind the beginning of a code. */
const fills: Record<string, (position: number) => number> = {
  JUMPDEST: () => 0x5b,
  PUSH1: () => 0x60,
  PUSH2: () => 0x61,
  PUSH32: () => 0x7f,
  'DUP and SWAP': (position) => 0x80 + (position % 32),
  'ADD and PUSH1': (position) => ((position * 2654435761) & 0x10000 ? 0x01 : 0x60),
}

/** How a callee begins: what it does before the filling bytes. */
const beginnings: Record<string, string> = {
  'stops at once': 'STOP',
  'jumps to its end': '#61____56',
  'runs on': '',
  'tests and jumps': repeated('PUSH0 @next JUMPI', 40),
}

function repeated(text: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `${text.replace('@next', `@l${i}`)} l${i}:`).join(' ')
}

/** Codes of one kind; the data of a PUSH4 behind the beginning numbers them. */
function calleesOf(
  count: number,
  size: number,
  beginning: string,
  fill: (position: number) => number = () => 0x60,
): Callees {
  const end = size - 1
  const start = assemble(beginning.replace('____', end.toString(16).padStart(4, '0')))
  const common = Uint8Array.from({ length: size }, (_, position) => fill(position))
  common.set(start.subarray(0, size))
  common[end] = 0x5b
  const place = Math.min(start.length, size - 6)
  const code = (index: number): Uint8Array => {
    const bytes = common.slice()
    bytes.set([0x63, 0, index >> 16, index >> 8, index], place)
    return bytes
  }
  return { count, code }
}

/** Calls of many codes, one after the other or scattered, with all gas or with little. */
export function callTasks(sizes: readonly number[], counts: readonly number[]): WorstTask[] {
  const tasks: WorstTask[] = []
  for (const [fillName, fill] of Object.entries(fills)) {
    for (const [beginningName, beginning] of Object.entries(beginnings)) {
      for (const size of sizes) {
        for (const count of counts) {
          const callees = calleesOf(count, size, beginning, fill)
          for (const gas of ['GAS', '60']) {
            for (const stride of [1, 7919]) {
              const how = `${gas === 'GAS' ? 'all gas' : `${gas} gas`}, ${stride === 1 ? 'in turn' : 'scattered'}`
              const name = `${count} codes of ${size} bytes, ${fillName}: each ${beginningName}, ${how}`
              tasks.push({ name, program: callLoop(count, gas, stride), callees })
            }
          }
        }
      }
    }
  }
  return tasks
}

const callLoop = (callees: number, gas: string, stride: number): string => `
  0 again: 0 0 0 0 0 DUP6 ${stride} MUL ${callees} SWAP1 MOD ${firstCallee} ADD ${gas} CALL POP
  1 ADD @again JUMP`

/** What else of a transaction may take long: copies of code, creations, returned data, memory, hashes, precompiles. */
export function otherTasks(): WorstTask[] {
  const size = maximumCode
  const nextCallee = `DUP1 2000 SWAP1 MOD ${firstCallee} ADD`
  const ordinary = calleesOf(2000, size, 'STOP')
  const task = (name: string, program: string, callees = ordinary): WorstTask => ({ name, program, callees })
  const loop = (body: string): string => `0 again: ${body} 1 ADD @again JUMP`
  const create = (length: number): string => `DUP1 32 MSTORE ${length} 0 0 CREATE POP`
  const fill = (length: number): string => `${length} 0 0 ${firstCallee} EXTCODECOPY`
  return [
    task(
      'EXTCODECOPY of one word of 2,000 codes',
      loop(`32 0 0 ${nextCallee.replace('DUP1', 'DUP4')} EXTCODECOPY`),
    ),
    task('EXTCODECOPY of 24 KB', loop(`${size} 0 0 ${nextCallee.replace('DUP1', 'DUP4')} EXTCODECOPY`)),
    task('EXTCODEHASH of 2,000 codes', loop(`${nextCallee} EXTCODEHASH POP`)),
    task('CREATE of 24 KB that stops', `${fill(size)} ${loop(create(size))}`),
    task('CREATE of 1 KB that stops', `${fill(1024)} ${loop(create(1024))}`),
    task(
      '24 KB returned',
      loop(`0 0 0 0 0 ${nextCallee.replace('DUP1', 'DUP6')} GAS CALL POP`),
      calleesOf(2000, size, `${size} 0 RETURN`),
    ),
    task(
      'memory in each of 2,000 callees',
      loop(`0 0 0 0 0 ${nextCallee.replace('DUP1', 'DUP6')} GAS CALL POP`),
      calleesOf(2000, 40, '1 24000 MSTORE STOP'),
    ),
    task('memory once', loop('DUP1 DUP1 32 MUL MSTORE')),
    task('MCOPY of 24 KB', loop(`${size} 0 1 MCOPY`)),
    task('SHA3 of 24 KB', loop(`${size} 0 SHA3 POP`)),
    task('identity of 24 KB', loop(`${size} 0 ${size} 0 4 GAS STATICCALL POP`)),
    task('sha256 of 24 KB', loop(`32 0 ${size} 0 2 GAS STATICCALL POP`)),
    task('ripemd160 of 24 KB', loop(`32 0 ${size} 0 3 GAS STATICCALL POP`)),
    task('ecrecover', `27 32 MSTORE 1 64 MSTORE 1 96 MSTORE ${loop('32 0 128 0 1 GAS STATICCALL POP')}`),
    task('EXP of 32 bytes', loop(`${2n ** 256n - 1n} ${2n ** 255n - 19n} EXP POP`)),
    task('MULMOD', loop(`${2n ** 255n - 19n} ${2n ** 255n - 21n} ${2n ** 255n - 23n} MULMOD POP`)),
    task('LOG0 of 24 KB', loop(`${size} 0 LOG0`)),
    task('calls of the empty account', loop(`0 0 0 0 0 DUP6 GAS CALL POP`)),
  ]
}
