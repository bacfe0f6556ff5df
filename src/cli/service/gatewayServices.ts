import { GatewayNetwork } from '../../gateway/gatewayNetwork.ts'
import { networks as definitions } from '../../protocol/networks/definitions.ts'
import type { Logger } from '../../server/log/logger.ts'
import type { PathHandler } from '../../server/networks/routes.ts'
import type { SharedState } from '../../server/sharedState.ts'
import { isLocal } from '../configuration/localNetwork.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'

/** A network that a gateway serves through nodes. */
export interface GatewayService {
  readonly configuration: NetworkConfiguration
  readonly chainId: number
  /** A gateway has no node of its own. */
  readonly node?: undefined
  readonly endpoint: GatewayNetwork
  readonly handlers: readonly PathHandler[]
}

const mebibyte = 1 << 20
/** A gateway announces itself after this time, even if no node of a network has answered: nodes may start later. */
const firstAnswerMs = 2_000

export async function openGatewayServices(
  { networks, nodes, fleetSecret, limits, answerCache }: ServiceConfiguration,
  endings: Endings,
  logger: Logger,
  shared: SharedState | undefined,
): Promise<GatewayService[]> {
  if (fleetSecret === undefined) throw new Error('a gateway has the secret of its fleet')
  const services = networks.map((configuration): GatewayService => {
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
    return { configuration, chainId, endpoint, handlers: [] }
  })
  await Promise.all(services.map(({ endpoint }) => endpoint.opened(firstAnswerMs)))
  return services
}
