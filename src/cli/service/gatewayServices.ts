import { GatewayNetwork } from '../../gateway/gatewayNetwork.ts'
import { networks as definitions } from '../../protocol/networks/definitions.ts'
import type { Logger } from '../../server/log/logger.ts'
import type { SharedState } from '../../server/sharedState.ts'
import { isLocal } from '../configuration/localNetwork.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'
import type { NetworkService } from './networkService.ts'

const mebibyte = 1 << 20
/** A gateway announces itself after this time, even if no node of a network has answered: nodes may start later. */
const firstAnswerMs = 2_000

export async function openGatewayServices(
  { networks, nodes, fleetSecret, limits, answerCache }: ServiceConfiguration,
  endings: Endings,
  logger: Logger,
  shared: SharedState | undefined,
): Promise<NetworkService[]> {
  if (fleetSecret === undefined) throw new Error('a gateway has the secret of its fleet')
  const opened: GatewayNetwork[] = []
  const services = networks.map((configuration): NetworkService => {
    const { name, origins, disabled } = configuration
    const { chainId } = Object.values(definitions).find((definition) => definition.name === name)!
    const endpoint = new GatewayNetwork({
      name,
      chainId,
      checksGrants: !isLocal(name),
      origins,
      disabled,
      urls: nodes.get(name) ?? [],
      secret: fleetSecret,
      answerBytes: limits.answerBytes,
      // A local chain can be rolled back.
      cacheBytes: isLocal(name) ? 0 : answerCache * mebibyte,
      logger,
      heights: shared?.heights,
    })
    endings.add(() => endpoint.close())
    opened.push(endpoint)
    return { configuration, chainId, node: undefined, endpoint, handlers: [] }
  })
  await Promise.all(opened.map((endpoint) => endpoint.opened(firstAnswerMs)))
  return services
}
