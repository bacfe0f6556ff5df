import { type Engine as EngineName, execute } from '../../src/evm/execute.ts'
import { MemoryHost } from '../../src/evm/memoryHost.cases.ts'
import type { Message } from '../../src/evm/message.ts'
import type { Tracer } from '../../src/evm/tracer.ts'
import { stripLeadingZeros } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { processorMs } from '../measuring/processorTime.ts'
import type { Contract } from './contracts.ts'
import { caller, type Engine, gasLimit, type World } from './engine.ts'

export const rules = rulesAt(regtest, 1)

/** One of Cambium's two engines over a host in memory. */
export function cambium(engine: EngineName, world: World): Engine {
  const host = newHost(world)
  return {
    name: `${engine} engine`,
    clock: processorMs,
    call: (contract, data) => {
      const mark = host.snapshot()
      const { status, cause, output } = execute(message(host, contract, data), host, rules, { engine })
      host.rollback(mark)
      if (status !== 'success') throw new Error(`${contract.name} ended with ${cause ?? status}`)
      return output
    },
  }
}

/** How many instructions a call executes. */
export function countInstructions(world: World, contract: Contract, data: Uint8Array): number {
  const host = newHost(world)
  let instructions = 0
  const tracer: Tracer = { step: () => void instructions++ }
  execute(message(host, contract, data), host, rules, { tracer })
  return instructions
}

export function newHost({ contracts, cells }: World): MemoryHost {
  const host = new MemoryHost({
    chainId: 33,
    number: 1,
    timestamp: 1_700_000_000,
    coinbase: new Uint8Array(20),
    difficulty: 1n,
    gasLimit: BigInt(gasLimit),
    minimumGasPrice: 0n,
    origin: caller,
    gasPrice: 0n,
    transactionIndex: 0,
  })
  for (const { address, code } of contracts) {
    host.markContract(address)
    host.saveCode(address, code)
  }
  for (const { contract, key, value } of cells) {
    host.setStorage(contract.address, key, stripLeadingZeros(wordBytes(value)))
  }
  return host
}

function message(host: MemoryHost, { name, address }: Contract, data: Uint8Array): Message {
  const code = host.code(address)
  if (code === undefined) throw new Error(`${name} is not in the world`)
  return { kind: 'call', caller, address, value: 0n, data, code, gas: gasLimit, isStatic: false }
}
