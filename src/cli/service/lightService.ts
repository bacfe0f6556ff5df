import { randomBytes } from 'node:crypto'
import { lightFailure } from '../../answering/lightFailure.ts'
import { RpcService } from '../../answering/rpcService.ts'
import { LightError } from '../../light/lightError.ts'
import type { LightNode } from '../../node/light/lightNode.ts'
import { openLightNode } from '../../node/light/openLightNode.ts'
import { printable } from '../../primitives/printable.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Logger } from '../../server/log/logger.ts'
import { hostedNode } from '../../server/networks/hostedNode.ts'
import { openServer, type Server } from '../../server/server.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { LightConfiguration } from '../configuration/lightConfiguration.ts'
import { Endings } from './endings.ts'
import { listeningProblem } from './listeningProblem.ts'

export interface LightService {
  readonly node: LightNode
  readonly server: Server
  close(): Promise<void>
}

export interface LightServiceParts {
  readonly logger: Logger
  readonly onProgress: (step: WorkStep) => void
  /** Ends the opening. */
  readonly signal: AbortSignal
  /** Receives problems with endpoints; a `LightError` ends the client. */
  readonly onProblem: (error: unknown) => void
}

/** Opens a light client and serves it. Rejects with a `CommandFailure` or a `StoreError`. */
export async function openLightService(
  configuration: LightConfiguration,
  { logger, onProgress, onProblem, signal }: LightServiceParts,
): Promise<LightService> {
  const { host, port, origins } = configuration
  const endings = new Endings()
  try {
    const node = await openLightNode({ ...configuration, onProgress, onProblem, signal })
    endings.add(() => node.close())
    const service = new RpcService(node, {
      settings: { allowsStateOverrides: true },
      report: onProblem,
    })
    endings.add(() => service.close())
    const server = await openServer({
      host,
      port,
      networks: [hostedNode({ name: node.network.name, node, service, origins })],
      // The configuration was checked: an open server on a public address is the user's choice.
      access: { mode: 'open', isPublic: true },
      logger,
      now: Date.now,
      random: randomBytes,
    })
    endings.add(() => server.close())
    return { node, server, close: () => endings.run() }
  } catch (error) {
    await endings.run()
    throw explained(error, { host, port })
  }
}

export function explained(
  error: unknown,
  { host, port }: Pick<LightConfiguration, 'host' | 'port'>,
): unknown {
  if (error instanceof UpstreamError) return new CommandFailure(printable(lightFailure(error).message))
  if (error instanceof LightError) return new CommandFailure(error.message)
  const problem = listeningProblem(error, { host, port, hostFlag: '--host', portFlag: '--port' })
  return problem === undefined ? error : new CommandFailure(problem)
}
