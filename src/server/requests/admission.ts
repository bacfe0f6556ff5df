import { type RequestTrace, traceOf } from '../../remote/requestTrace.ts'
import { type CheckedHead, checkHead } from '../entrance/checkedHead.ts'
import type { EntranceParts } from '../entrance/entrance.ts'
import type { FleetEntrance } from '../entrance/fleetEntrance.ts'
import { publicUrl } from '../entrance/publicUrl.ts'
import { type Encoding, encodingOf, type RequestHead } from '../entrance/requestHead.ts'
import type { Authority, Caller } from '../keys/authority.ts'
import { forwardedAddress, isTrusted, type TrustedProxies } from '../limits/clientAddress.ts'
import type { ServerHoldings } from '../limits/serverHoldings.ts'
import { type KeyDenial, type Refusal, tooBusy, tooManyUnread } from '../refusals/refusals.ts'
import type { ClientSession } from './clientSession.ts'
import type { PieceTurns } from './pieceTurns.ts'

export interface AdmissionParts extends EntranceParts {
  readonly authority: Authority
  /** Undefined when the server has no secret of a fleet: it knows no gateways then. */
  readonly fleet: FleetEntrance | undefined
  readonly proxies: TrustedProxies
  readonly holdings: Pick<ServerHoldings, 'unread'>
  readonly pieceTurns: Pick<PieceTurns, 'heard'>
}

/** What the head of a request tells. */
export interface EnteredHead {
  /** The client's machine: the one that is connected, or the one that a trusted proxy names. */
  readonly address: string
  /** The compression of long answers. */
  readonly encoding: Encoding | undefined
  readonly trace: RequestTrace | undefined
  /** Where the request leads, or why every request with this head is refused. */
  readonly checked: CheckedHead | Refusal
  /** The dataset URL as the client knows it; undefined for a request that is not below one. */
  readonly dataUrl: string | undefined
  /** The caller as it was found last. */
  caller: Caller | undefined
}

/**
 * Where the work of callers enters, over HTTP and WebSocket. The fronts ask in this order, and do nothing for a caller before:
 *
 * 1. who (`enter`, `callerOf`): the head, which is bounded, names the owner of everything that follows: its key, or without
 *    one its address;
 * 2. turn: `SocketTurns` has time in this turn of the event loop, or the request waits for its owner's turn (`ownerOf`);
 * 3. unread answers (`refusalOf`): an owner that does not read its answers is refused;
 * 4. money (`Bill`): the owner pays for the length of the body before it is received and parsed, where a debtor is refused, and for
 *    its methods before they run.
 *
 * What is held for the owner meanwhile is in the `ServerHoldings`.
 */
export class Admission {
  readonly #parts: AdmissionParts
  /** A connection sends many requests with the same head. */
  #heads = new WeakMap<RequestHead, EnteredHead>()

  constructor(parts: AdmissionParts) {
    this.#parts = parts
  }

  /** Heads are checked again, because the origins of networks have changed. */
  settingsChanged(): void {
    this.#heads = new WeakMap()
  }

  /** Reads a head once. `peer` names the machine that is connected. */
  enter(head: RequestHead, peer: string): EnteredHead {
    const known = this.#heads.get(head)
    if (known !== undefined) return known
    const { proxies } = this.#parts
    const checked = checkHead(head, this.#parts)
    const data = 'status' in checked ? undefined : checked.route.data
    const entered: EnteredHead = {
      address: forwardedAddress(head.headers['x-forwarded-for'], peer, proxies),
      encoding: encodingOf(head),
      trace: traceOf(head.headers),
      checked,
      dataUrl: data && publicUrl(head, data.root, isTrusted(peer, proxies)),
      caller: this.#parts.fleet?.(head),
    }
    this.#heads.set(head, entered)
    return entered
  }

  /** Who asks. Keys are looked up for every request, because they expire and are revoked. */
  callerOf(entered: EnteredHead, { route: { network, key } }: CheckedHead): Caller | KeyDenial {
    const { authority } = this.#parts
    const { caller: known, address } = entered
    if (known !== undefined && known.key === undefined) return known
    const caller =
      known === undefined
        ? authority.identify(key, network.name, address)
        : authority.renew(known, network.name)
    entered.caller = typeof caller === 'string' ? undefined : caller
    return caller
  }

  /** The owner of the turns of a request. A failure to find its caller is answered when the turn has come. */
  ownerOf(head: RequestHead, peer: string): string {
    const entered = this.enter(head, peer)
    const { checked, address } = entered
    if ('status' in checked) return address
    try {
      const caller = this.callerOf(entered, checked)
      return typeof caller === 'string' ? address : caller.name
    } catch {
      return address
    }
  }

  /**
   * Why the client's requests are refused, whatever they are. A client below its share of unread answers is answered, so it
   * exceeds the share by one answer at most.
   */
  refusalOf({ caller: { name } }: Pick<ClientSession, 'caller'>): Refusal | undefined {
    const { unread } = this.#parts.holdings
    this.#parts.pieceTurns.heard(name)
    if (!unread.holdsFor(name)) return undefined
    if (unread.isFullOf(name)) return tooBusy()
    return unread.isFullFor(name) ? tooManyUnread() : undefined
  }
}
