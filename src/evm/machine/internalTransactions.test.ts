import { describe, expect, it } from 'vitest'
import { emptyBytes } from '../../primitives/bytes.ts'
import { assemble, deployer } from '../assembler.cases.ts'
import { createdAddress } from '../contractAddress.ts'
import { address, contract, deploy, engines, environment, newWorld, run } from '../evmWorld.cases.ts'
import { call, writeMemory } from '../phrases.cases.ts'
import type { InternalTransaction, Precompile } from '../precompiles/precompile.ts'

const [middleAt, recorderAt, identityAt, emptyAt] = [0xbeef, 0x20, 0x21, 0x7777]
const middle = address(middleAt)
const recorder = address(recorderAt)
const { gasPrice, gasLimit } = environment

const callsRecorder = call('CALL', recorderAt)

/** The paths that the recording precompile received, in a world with the contract and a second one. */
function recordedPaths(
  engine: (typeof engines)[number],
  source: string,
  middleSource = callsRecorder,
): InternalTransaction[][] {
  const paths: InternalTransaction[][] = []
  const host = newWorld(source)
  host.addBalance(contract, 100n)
  deploy(host, middle, middleSource)
  host.setPrecompile(recorder, recording(paths))
  host.setPrecompile(address(identityAt), {
    name: 'identity',
    maximumInput: 0,
    gas: () => 0,
    run: (input) => input,
  })
  expect(run(host, { engine }).status).toBe('success')
  return paths
}

const recording = (paths: InternalTransaction[][]): Precompile => ({
  name: 'recorder',
  maximumInput: 0,
  takesTransactions: true,
  gas: () => 0,
  run(_, { internalTransactions }) {
    paths.push([...internalTransactions!()])
    return emptyBytes
  },
})

const indexes = (paths: InternalTransaction[][]): number[][] =>
  paths.map((path) => path.map(({ index }) => index))

describe.each(engines)('an internal transaction on the %s engine', (engine) => {
  it('describes the call to a precompile', () => {
    expect(recordedPaths(engine, call('CALL', recorderAt, { value: 3 }))).toEqual([
      [
        {
          kind: 'call',
          nonce: 0n,
          sender: contract,
          receiver: recorder,
          value: 3n,
          gasPrice,
          gasLimit,
          data: emptyBytes,
          depth: 0,
          index: 0,
        },
      ],
    ])
  })

  it('follows the one that called its sender, whose data is the code', () => {
    const [[outer, inner] = []] = recordedPaths(engine, call('CALL', middleAt, { value: 2, input: [0, 32] }))
    expect(outer).toMatchObject({ sender: contract, receiver: middle, value: 2n, depth: 0, index: 0 })
    expect(outer?.data).toEqual(assemble(callsRecorder))
    expect(inner).toMatchObject({ sender: middle, receiver: recorder, value: 0n, depth: 1, index: 0 })
  })

  it('of a delegated call has its sender as receiver and no value', () => {
    const [[outer] = []] = recordedPaths(engine, call('DELEGATECALL', middleAt))
    expect(outer).toMatchObject({ sender: contract, receiver: contract, value: 0n })
  })

  it('of a creation has no receiver, the init code as data and the nonce before the creation', () => {
    const init = assemble(callsRecorder)
    const create = `${writeMemory(init)} ${init.length} 0 0 CREATE POP`
    const paths = recordedPaths(engine, `${create} ${create}`)
    expect(paths.map(([outer]) => outer)).toMatchObject([
      { kind: 'create', nonce: 0n, receiver: undefined, data: init, index: 0 },
      { kind: 'create', nonce: 1n, receiver: undefined, data: init, index: 1 },
    ])
    expect(paths[1]![1]).toMatchObject({
      sender: createdAddress(contract, 1n),
      nonce: 1n,
      depth: 1,
      index: 0,
    })
  })

  it('has as index the number of calls before it, those of finished callees included', () => {
    const source = `${call('CALL', emptyAt)} ${call('CALL', middleAt)} ${call('CALL', middleAt)} ${callsRecorder}`
    expect(indexes(recordedPaths(engine, source))).toEqual([[1, 0], [3, 0], [5]])
  })

  it('counts a failed call and the calls it made', () => {
    const source = `${call('CALL', middleAt)} ${callsRecorder}`
    expect(indexes(recordedPaths(engine, source, `${callsRecorder} 0 0 REVERT`))).toEqual([[0, 0], [2]])
  })

  it('does not count the calls of a creation', () => {
    const init = deployer(emptyBytes)
    const creates = assemble(`${callsRecorder} ${callsRecorder}`)
    const create = (code: Uint8Array): string => `${writeMemory(code)} ${code.length} 0 0 CREATE POP`
    expect(indexes(recordedPaths(engine, `${create(creates)} ${create(init)} ${callsRecorder}`))).toEqual([
      [0, 0],
      [0, 1],
      [2],
    ])
  })

  it('counts a self-destruction only with a balance', () => {
    const source = (value: number): string => `${call('CALL', middleAt, { value })} ${callsRecorder}`
    const dies = `${emptyAt} SELFDESTRUCT`
    expect(indexes(recordedPaths(engine, source(0), dies))).toEqual([[1]])
    expect(indexes(recordedPaths(engine, source(1), dies))).toEqual([[2]])
  })

  it('does not count refused calls and calls of precompiles that take no transactions', () => {
    const source = `${call('CALL', emptyAt, { value: 1000 })} ${call('CALL', identityAt)} ${callsRecorder}`
    expect(indexes(recordedPaths(engine, source))).toEqual([[0]])
  })
})
