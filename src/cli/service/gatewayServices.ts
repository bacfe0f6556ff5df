import { SharedAnswers } from '../../gateway/forwarding/sharedAnswers.ts'
import { GatewayNetwork } from '../../gateway/gatewayNetwork.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { genesisBlock } from '../../protocol/genesis.ts'
import { networks as definitions } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
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
  { networks, nodes, fleetSecret, limits, answerCache, sharedAnswerCache }: ServiceConfiguration,
  endings: Endings,
  logger: Logger,
  shared: SharedState | undefined,
): Promise<NetworkService[]> {
  if (fleetSecret === undefined) throw new Error('a gateway has the secret of its fleet')
  const answersOf = (network: Network): SharedAnswers | undefined => {
    if (shared === undefined || sharedAnswerCache === 0 || isLocal(network.name)) return undefined
    const { sharing, report } = shared
    return new SharedAnswers({
      sharing,
      report,
      chain: `${network.chainId} ${toHexDigits(genesisBlock(network).header.hash)}`,
      secret: fleetSecret,
      maximumBytes: sharedAnswerCache * mebibyte,
      elapsedMs: () => performance.now(),
    })
  }
  const opened: GatewayNetwork[] = []
  const services = networks.map((configuration): NetworkService => {
    const { name, origins, disabled } = configuration
    const network = Object.values(definitions).find((definition) => definition.name === name)!
    const { chainId } = network
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
      sharedAnswers: answersOf(network),
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
