import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Arguments, Option } from './command.ts'
import { UsageError } from './errors.ts'
import { suggestion } from './nearest.ts'

export const networkOption: Option = {
  name: 'network',
  value: 'NAME',
  summary: `${Object.keys(networks).join(', ')} (default regtest)`,
}

export function networkOf({ options }: Arguments): Network {
  return networkNamed(options.get(networkOption.name) ?? networks.regtest.name)
}

function networkNamed(name: string): Network {
  const network = Object.values(networks).find((candidate) => candidate.name === name)
  if (network !== undefined) return network
  const names = Object.keys(networks)
  throw new UsageError(`unknown network ${name}${suggestion(name, names)} (known: ${names.join(', ')})`)
}
