import type { Endpoint, NodeFigures } from '../networks/endpoint.ts'
import { exposeFamily } from './exposition.ts'

/** The nodes and the final answers of a gateway; nothing for a server with chains of its own. */
export function exposeGateway(endpoints: readonly Endpoint[]): string[] {
  const gateways = endpoints.flatMap(({ name: network, gateway }) =>
    gateway === undefined ? [] : [{ network, ...gateway() }],
  )
  if (gateways.length === 0) return []
  const nodes = gateways.flatMap(({ network, nodes: figures }) =>
    figures.map((node) => ({ labels: { network, node: node.name }, node })),
  )
  const ofNodes = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    pick: (node: NodeFigures) => number,
  ): string =>
    exposeFamily(
      name,
      type,
      help,
      nodes.map(({ labels, node }) => ({ labels, value: pick(node) })),
    )
  const ofAnswers = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    pick: (answers: (typeof gateways)[number]['finalAnswers']) => number,
  ): string =>
    exposeFamily(
      name,
      type,
      help,
      gateways.map(({ network, finalAnswers }) => ({ labels: { network }, value: pick(finalAnswers) })),
    )
  return [
    ofNodes('cambium_node_useful', 'gauge', 'Whether the node gets requests.', ({ isUseful }) =>
      isUseful ? 1 : 0,
    ),
    ofNodes('cambium_node_head', 'gauge', 'Number of the best block of the node.', ({ height }) => height),
    ofNodes('cambium_node_lag_blocks', 'gauge', 'Blocks behind the best node.', ({ lag }) => lag),
    ofNodes(
      'cambium_node_latency_seconds',
      'gauge',
      'Moving average of answers.',
      ({ meanMs }) => meanMs / 1000,
    ),
    ofNodes(
      'cambium_node_requests_total',
      'counter',
      'Requests sent to the node.',
      ({ requests }) => requests,
    ),
    ofNodes(
      'cambium_node_failures_total',
      'counter',
      'Requests that the node failed.',
      ({ failures }) => failures,
    ),
    ofNodes(
      'cambium_node_retries_total',
      'counter',
      'Requests after another node failed.',
      ({ retries }) => retries,
    ),
    ofNodes(
      'cambium_node_hedges_total',
      'counter',
      'Requests while another node was slow.',
      ({ hedges }) => hedges,
    ),
    ofAnswers('cambium_final_answer_hits_total', 'counter', 'Reads of kept answers.', ({ hits }) => hits),
    ofAnswers(
      'cambium_final_answer_misses_total',
      'counter',
      'Reads without a kept answer.',
      ({ misses }) => misses,
    ),
    ofAnswers('cambium_final_answer_bytes', 'gauge', 'Size of the kept answers.', ({ bytes }) => bytes),
    ...(gateways.some(({ finalAnswers: { sharedHits } }) => sharedHits !== undefined)
      ? [
          ofAnswers(
            'cambium_shared_answer_hits_total',
            'counter',
            'Reads of answers that the shared state had.',
            ({ sharedHits = 0 }) => sharedHits,
          ),
          ofAnswers(
            'cambium_shared_answer_misses_total',
            'counter',
            'Reads of answers that the shared state did not have.',
            ({ sharedMisses = 0 }) => sharedMisses,
          ),
        ]
      : []),
  ]
}
