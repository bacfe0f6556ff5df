import { Pieces } from '../../../primitives/work/pieces.ts'
import { inProcess, type RpcClient } from '../../../rpc/envelope/answerContext.ts'
import { JsonText } from '../../../rpc/json/jsonText.ts'
import { textOf } from '../../../rpc/json/piece.ts'
import { StreamedJson } from '../../../rpc/json/streamedJson.ts'
import { AdminError, type AdminRoute } from '../adminRoute.ts'

/** The operator may call every method, those that need a grant included. */
const operator: RpcClient = { name: 'operator', grants: () => true }
const limits = {
  batchItems: 100,
  answerBytes: 16 << 20,
  keptBackBytes: 8 << 20,
  answerTimeoutMs: 5_000,
  longAnswerTimeoutMs: 30_000,
}

export const callNetwork: AdminRoute = {
  method: 'POST',
  path: '/api/networks/:network/rpc',
  summary:
    'Answers a JSON-RPC request of the operator, without a key and without a charge; for example `sco_peerList` for the scores of peers and `sco_banAddress` to ban one.',
  parameters: [],
  async answer({ path: { network: wanted }, body }, { networks }) {
    const network = networks.find(({ name }) => name === wanted)
    if (network === undefined) {
      const names = networks.map(({ name }) => name).join(', ')
      throw new AdminError(404, `there is no such network; this server has ${names}`)
    }
    const { envelope } = network
    const answered = await envelope.answer(envelope.read(body, limits), inProcess(operator, limits))
    if (answered instanceof Pieces) return { written: new StreamedJson(answered) }
    return { written: new JsonText(answered.length === 0 ? 'null' : textOf(answered)) }
  },
}
