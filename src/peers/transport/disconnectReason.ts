/** Why a connection is closed: the code in a Disconnect message of the base protocol. */
export type DisconnectReason = (typeof disconnectReasons)[keyof typeof disconnectReasons]

export const disconnectReasons = {
  requested: 0x00,
  tcpError: 0x01,
  badProtocol: 0x02,
  uselessPeer: 0x03,
  tooManyPeers: 0x04,
  duplicatePeer: 0x05,
  incompatibleProtocol: 0x06,
  /** The reference node sends this to a node of another network. */
  nullIdentity: 0x07,
  quitting: 0x08,
  unexpectedIdentity: 0x09,
  localIdentity: 0x0a,
  pingTimeout: 0x0b,
  user: 0x10,
  unexpectedGenesis: 0x11,
  unknown: 0xff,
} as const

const names: ReadonlyMap<DisconnectReason, string> = new Map(
  Object.entries(disconnectReasons).map(([key, reason]) => [
    reason,
    key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]),
)

/** For logs, such as `too-many-peers`. */
export const disconnectReasonName = (reason: DisconnectReason): string => names.get(reason) ?? 'unknown'

const known: ReadonlyMap<number, DisconnectReason> = new Map(
  Object.values(disconnectReasons).map((reason) => [reason, reason]),
)

/** The reason with a code from outside; undefined codes become `unknown`. */
export const disconnectReasonOf = (code: number): DisconnectReason =>
  known.get(code) ?? disconnectReasons.unknown
