import { createEVM } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { wordBytes } from '../../src/primitives/integers.ts'
import { processorMs } from '../measuring/processorTime.ts'
import { caller, type Engine, gasLimit, type World } from './engine.ts'

/** @ethereumjs/evm over its simplest state manager, a stack of maps. */
export async function ethereumjs({ contracts, cells }: World): Promise<Engine> {
  const evm = await createEVM()
  const state = evm.stateManager
  for (const { address, code } of contracts) await state.putCode(new Address(address), code)
  for (const { contract, key, value } of cells) {
    await state.putStorage(new Address(contract.address), key, wordBytes(value))
  }
  return {
    name: '@ethereumjs/evm',
    clock: processorMs,
    call: async (contract, data) => {
      await state.checkpoint()
      const { execResult } = await evm.runCall({
        caller: new Address(caller),
        to: new Address(contract.address),
        data,
        gasLimit: BigInt(gasLimit),
      })
      await state.revert()
      const { exceptionError, returnValue } = execResult
      if (exceptionError !== undefined) throw new Error(`${contract.name} ended with ${exceptionError.error}`)
      return returnValue
    },
  }
}
