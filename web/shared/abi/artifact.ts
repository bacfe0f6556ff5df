import { AbiError, type AbiItem, type AbiParameter, abiType } from './abiType.ts'

/** A contract as compilers describe it. */
export interface Artifact {
  readonly name: string
  readonly abi: readonly AbiItem[]
  /** The code that creates it, when the artifact has one without links to libraries. */
  readonly bytecode?: `0x${string}`
}

const kinds: readonly string[] = ['function', 'event', 'error', 'constructor', 'fallback', 'receive']
const maximumItems = 2_000

/** Reads an artifact of Hardhat or Foundry, or an ABI alone. Throws `AbiError`. */
export function readArtifact(text: string, fallbackName = 'Contract'): Artifact {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new AbiError('This is not JSON: paste an ABI or the artifact of a compiler.')
  }
  const list = Array.isArray(json) ? json : member(json, 'abi')
  if (!Array.isArray(list))
    throw new AbiError('There is no ABI in this JSON: it needs a list, or a member "abi".')
  if (list.length > maximumItems) throw new AbiError(`The ABI has more than ${maximumItems} items.`)
  const name = member(json, 'contractName')
  const bytecode = bytecodeOf(json)
  return {
    name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : fallbackName,
    abi: list.map(checkedItem),
    ...(bytecode !== undefined && { bytecode }),
  }
}

function bytecodeOf(json: unknown): `0x${string}` | undefined {
  const given = member(json, 'bytecode')
  const text = typeof given === 'string' ? given : member(given, 'object')
  if (typeof text !== 'string' || !/^(0x)?([0-9a-f]{2})+$/i.test(text)) return undefined
  return `0x${text.replace(/^0x/, '')}`
}

function checkedItem(value: unknown, index: number): AbiItem {
  const type = member(value, 'type')
  const kind = kinds.find((name) => name === type)
  if (kind === undefined) throw new AbiError(`Item ${index + 1} of the ABI is of no known type.`)
  const name = member(value, 'name')
  const stateMutability = member(value, 'stateMutability')
  return {
    type: kind as AbiItem['type'],
    ...(typeof name === 'string' && { name: name.slice(0, 200) }),
    inputs: checkedParameters(member(value, 'inputs'), index),
    outputs: checkedParameters(member(value, 'outputs'), index),
    ...(typeof stateMutability === 'string' && { stateMutability }),
    anonymous: member(value, 'anonymous') === true,
  }
}

function checkedParameters(list: unknown, index: number): AbiParameter[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) throw new AbiError(`Item ${index + 1} of the ABI has no list of parameters.`)
  return list.map((value) => {
    const [name, type] = [member(value, 'name'), member(value, 'type')]
    if (typeof type !== 'string')
      throw new AbiError(`Item ${index + 1} of the ABI has a parameter without a type.`)
    const parameter = {
      type,
      name: typeof name === 'string' ? name.slice(0, 200) : '',
      components: checkedParameters(member(value, 'components'), index),
      indexed: member(value, 'indexed') === true,
    }
    abiType(parameter)
    return parameter
  })
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
