import type { TaskOverrideActionFunction } from 'hardhat/types/tasks'
import { inProcessOptions } from './inProcess.ts'
import type { NodeArguments } from './serveNode.ts'

/** `hardhat node`, if the network is one of `inProcess`. */
const nodeTask: TaskOverrideActionFunction<NodeArguments> = async (
  given,
  { config, globalOptions },
  runSuper,
) => {
  const options = inProcessOptions(config.networks[globalOptions.network ?? 'default'])
  if (options === undefined) return runSuper(given)
  const { serveNode } = await import('./serveNode.ts')
  return serveNode(options, config.paths.artifacts, given)
}

export default nodeTask
