import { enter, isRefusal } from '../entrance/entrance.ts'
import { isAllowedHost } from '../entrance/hosts.ts'
import { encodingOf, type RequestHead } from '../entrance/requestHead.ts'
import type { FrontParts } from '../requests/frontParts.ts'
import type { WebFile, WebFiles } from '../settings/webFiles.ts'
import type { Reply } from './reply.ts'

type WebParts = Pick<FrontParts, 'routes' | 'hosts'>

/** Below a network too, because the pages name their assets by relative addresses. No key or network is named `-`. */
const assetPath = /^(?:\/[\w-]{1,64})?\/-\/assets\/([\w.-]{1,100})$/
const playgroundPath = '/playground'
/** A name or address with a port; others are left out of the policy. */
const plainHost = /^[\w.:[\]-]{1,255}$/

/** The name of an asset changes with its content. */
export const immutable = ['cache-control', 'public, max-age=31536000, immutable'] as const

const safety = ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer'] as const

/**
 * Answers a browser's GET: the explorer at the base URL of a network, the playground, and the assets of the pages. Any other
 * request is left to JSON-RPC.
 */
export function answerBrowser(head: RequestHead, reply: Reply, files: WebFiles, parts: WebParts): boolean {
  const { headers, url = '/' } = head
  if (!isAllowedHost(headers.host, parts.hosts)) return false
  const assetName = assetPath.exec(url)?.[1]
  const asset = assetName === undefined ? undefined : files.assets.get(assetName)
  if (asset !== undefined) {
    send(head, reply, asset, immutable)
    return true
  }
  if (!acceptsHtml(headers.accept)) return false
  const caching = ['cache-control', 'no-cache', 'vary', 'accept, accept-encoding']
  if (url === playgroundPath) {
    send(head, reply, files.playground, [...caching, ...playgroundSafety])
    return true
  }
  if (!isBaseUrl(head, parts)) return false
  send(head, reply, files.explorer, [...caching, ...pageSafety(headers.host)])
  return true
}

/** The base URL of a network, without a key: the page asks for one, so that no address shows it. */
function isBaseUrl(head: RequestHead, parts: WebParts): boolean {
  const route = enter(head, parts)
  return !isRefusal(route) && parts.routes.find(head.url ?? '/')?.key === ''
}

const acceptsHtml = (accept: string | undefined): boolean =>
  accept?.split(',').some((range) => /^\s*text\/html\s*(;|$)/i.test(range)) === true

function send({ headers }: RequestHead, reply: Reply, file: WebFile, extra: readonly string[]): void {
  const answer = fileAnswer(headers, file, extra)
  reply.sendFile(answer.status, answer.headers, answer.body)
}

/** The answer to a GET of a file. `extra` are headers, names and values in turn. */
export function fileAnswer(
  headers: RequestHead['headers'],
  file: WebFile,
  extra: readonly string[],
): { readonly status: number; readonly headers: readonly string[]; readonly body: Buffer } {
  const { contentType, etag } = file
  const common = ['etag', etag, ...safety, ...extra]
  if (headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return { status: 304, headers: common, body: Buffer.alloc(0) }
  }
  const encoding = encodingOf({ headers })
  const encoded = encoding === undefined ? [] : ['content-encoding', encoding]
  const vary = extra.includes('vary') ? [] : ['vary', 'accept-encoding']
  return {
    status: 200,
    headers: ['content-type', contentType, ...common, ...encoded, ...vary],
    body: file[encoding ?? 'plain'],
  }
}

/** The policy of a page that runs scripts and styles of this server only, and talks to this server only. */
export const pagePolicy = (scripts: string, ...more: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...more,
  ].join('; ')

/** `'self'` does not stand for WebSockets in every browser, so the host is named. */
function pageSafety(host: string | undefined): readonly string[] {
  const sockets = host !== undefined && plainHost.test(host) ? ` ws://${host} wss://${host}` : ''
  const connections = `connect-src 'self'${sockets}`
  // The light client has WebAssembly.
  const scripts = "'self' 'wasm-unsafe-eval'"
  const policy = pagePolicy(scripts, connections, "worker-src 'self'", 'trusted-types cambium')
  return ['content-security-policy', policy, ...isolation]
}

const isolation = [
  'x-frame-options',
  'DENY',
  'cross-origin-opener-policy',
  'same-origin',
  'cross-origin-resource-policy',
  'same-origin',
] as const

/** The page itself has the rest of its policy, with the digests of its script and style (scripts/build-web.mjs). */
const playgroundSafety = ['content-security-policy', "frame-ancestors 'none'", ...isolation]
