import { type Attack, violationsOf } from '../attack.ts'

export const longTraces: Attack = {
  name: 'traces',
  aim: 'asks for the traces of the whole chain of at least 1,659 blocks, whose answer must be whole or an error',
  async run({ target: { attacker } }) {
    let head = Number(await attacker.text('eth_blockNumber'))
    for (; head < 1_659; head++) await attacker.ask('evm_mine')
    const { status, text } = await attacker.post(
      '{"jsonrpc":"2.0","id":1,"method":"trace_filter","params":[{}]}',
    )
    const whole = parsed(text)
    const traces =
      whole !== undefined && 'result' in whole && Array.isArray(whole.result) ? whole.result.length : 0
    return {
      figures: `${traces} traces of ${head} blocks, ${(text.length / 1e6).toFixed(1)} MB`,
      violations: violationsOf({
        'the answer is JSON': whole !== undefined,
        'the answer is whole or an error': traces > 0 || (whole !== undefined && 'error' in whole),
        'the status is 200': status === 200,
      }),
    }
  },
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
