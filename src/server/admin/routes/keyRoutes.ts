import { DecodeError } from '../../../primitives/errors.ts'
import { ownTurn } from '../../../primitives/work/turns.ts'
import { isJsonObject } from '../../../rpc/json/json.ts'
import { brackets, enclosed, inParts } from '../../../rpc/json/parts.ts'
import { type ApiKey, isLive } from '../../keys/apiKey.ts'
import { checkGrants } from '../../keys/grants.ts'
import { Keyring, KeyringError } from '../../keys/keyring.ts'
import type { ChangeableKeys } from '../../keys/keyStore.ts'
import { type AdminContext, AdminError, type AdminParameter, type AdminRoute } from '../adminRoute.ts'

function keysOf({ keys }: AdminContext): ChangeableKeys {
  if (keys === undefined) throw new AdminError(409, 'clients need no key: start the node with --access keys')
  return keys
}

/** Calls `work` with the keys; what it refuses is answered with its reason. */
async function changeKeys<Result>(
  context: AdminContext,
  work: (keyring: Keyring) => Result,
): Promise<Result> {
  const { now, random } = context
  try {
    return await keysOf(context).change((keys) => work(new Keyring({ keys, now, random })))
  } catch (error) {
    if (error instanceof KeyringError) throw new AdminError(404, error.message)
    if (error instanceof DecodeError) throw new AdminError(400, error.message)
    throw error
  }
}

/** A key as the operator sees it: without the hashes of its secrets. */
function keyObject(key: ApiKey, now: number) {
  const { secretHash: _, retired, ...shown } = key
  return { ...shown, isLive: isLive(key, now), retiredUntil: retired?.expiresAt }
}

function* keyTexts(keys: readonly ApiKey[], now: number): Generator<string, void, undefined> {
  for (const key of keys) yield JSON.stringify(keyObject(key, now))
}

const maximumGraceSeconds = 30 * 24 * 60 * 60

/** The rights of a key as members of a body. */
const grantParameters: readonly AdminParameter[] = [
  { name: 'label', summary: 'a description for people' },
  { name: 'networks', summary: 'names of networks; all if absent' },
  { name: 'methods', summary: 'modules (`eth`) and methods (`eth_call`); all if absent' },
  { name: 'origins', summary: 'origins of web pages that may use the key; all if absent' },
  { name: 'expiresAt', summary: 'milliseconds since 1970; never if absent' },
  { name: 'rate', summary: '`{ unitsPerSecond, burst }`; not limited if absent' },
  { name: 'dailyUnits', summary: 'units per day in UTC; not limited if absent' },
  { name: 'errors', summary: '`rootstock` or `ethereum`; as the network is set if absent' },
]

export const keyRoutes: readonly AdminRoute[] = [
  {
    method: 'GET',
    path: '/api/keys',
    summary:
      'All keys, including revoked and expired ones, oldest first. Secrets are not stored and not shown.',
    parameters: [],
    async answer(_, context) {
      const all = keysOf(context)
      const keys: ApiKey[] = []
      for (let page = all.page(''); page.length > 0; page = all.page(page.at(-1)!.id)) {
        for (const key of page) keys.push(key)
        await ownTurn()
      }
      const oldestFirst = keys.toSorted((a, b) => a.createdAt - b.createdAt)
      return { written: inParts(enclosed(brackets, keyTexts(oldestFirst, context.now()))) }
    },
  },
  {
    method: 'POST',
    path: '/api/keys',
    summary: 'Creates a key and answers `{ key, text }`. The text is the whole key; it is not shown again.',
    parameters: grantParameters,
    async answer({ body }, context) {
      const { key, text } = await changeKeys(context, (keyring) => keyring.create(checkGrants(body)))
      return { json: { key: keyObject(key, context.now()), text } }
    },
  },
  {
    method: 'PATCH',
    path: '/api/keys/:id',
    summary:
      'Changes rights and limits of a key; members that are absent stay, null takes a restriction away.',
    parameters: grantParameters,
    async answer({ path: { id = '' }, body }, context) {
      if (!isJsonObject(body)) throw new AdminError(400, 'the body is not an object')
      const key = await changeKeys(context, (keyring) => keyring.edit(id, body))
      return { json: keyObject(key, context.now()) }
    },
  },
  {
    method: 'POST',
    path: '/api/keys/:id/rotate',
    summary: 'Gives a key a new secret and answers `{ key, text }`.',
    parameters: [{ name: 'graceSeconds', summary: 'how long the old secret stays valid; 0 if absent' }],
    async answer({ path: { id = '' }, body = {} }, context) {
      const graceMs = graceOf(body) * 1000
      const { key, text } = await changeKeys(context, (keyring) => keyring.rotate(id, graceMs))
      return { json: { key: keyObject(key, context.now()), text } }
    },
  },
  {
    method: 'POST',
    path: '/api/keys/:id/revoke',
    summary:
      'Revokes a key permanently. Servers refuse it within a second; its open WebSockets end within two.',
    parameters: [],
    async answer({ path: { id = '' } }, context) {
      const key = await changeKeys(context, (keyring) => keyring.revoke(id))
      return { json: keyObject(key, context.now()) }
    },
  },
]

function graceOf(body: unknown): number {
  if (!isJsonObject(body)) throw new AdminError(400, 'the body is not an object')
  const { graceSeconds: seconds = 0 } = body
  if (typeof seconds === 'number' && seconds >= 0 && seconds <= maximumGraceSeconds) return seconds
  throw new AdminError(400, `graceSeconds is not a number from 0 to ${maximumGraceSeconds}`)
}
