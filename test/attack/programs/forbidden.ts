import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'

const request = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** What an ordinary key, a web page of another machine or a guest must not be able to do. */
export const forbiddenRequests: Attack = {
  name: 'forbidden',
  aim: 'bans addresses, uses the wallet from a foreign page, guesses keys and misspells networks',
  async run({ target, random }) {
    const { attacker } = target
    const key = attacker.url.pathname.slice(1)
    const at = (path: string): KeyClient => new KeyClient(new URL(path, attacker.url).href)
    const bans = [
      await at(`/testnet/${key}`).ask('sco_banAddress', ['1.2.3.4']),
      await attacker.ask('sco_banAddress', ['1.2.3.4/1']),
    ]
    const evil = { origin: 'https://evil.example' }
    const pages = await Promise.all(
      ['personal_listAccounts', 'evm_mine', 'eth_accounts'].map((method) =>
        attacker.post(request(method), evil),
      ),
    )
    const guesses = await Promise.all(
      Array.from({ length: 200 }, () =>
        at(`/cambium_${random.bytes(6).toString('hex')}_${random.bytes(32).toString('base64url')}`).post(
          request('eth_accounts'),
        ),
      ),
    )
    const misspelt = await at(`/mainet/${key}`).post(request('eth_chainId'))
    const twoKeys = await attacker.post(request('eth_chainId'), { 'x-api-key': `${key}x` })
    return {
      figures: `${bans.length} bans, ${pages.length} foreign pages, ${guesses.length} guessed keys, 1 misspelt network`,
      violations: violationsOf({
        'every ban is refused': bans.every(({ error }) => error !== undefined),
        'foreign pages are refused': pages.every(({ status }) => status === 400),
        'guessed keys are refused': guesses.every(({ status }) => status === 401),
        'a misspelt network is unknown': misspelt.status === 404,
        'two keys are refused': twoKeys.status === 401,
      }),
    }
  },
}
