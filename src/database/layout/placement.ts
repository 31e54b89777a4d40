export const LAYOUTS = ['single', 'citus'] as const;
/** single: one PostgreSQL. citus: a Citus cluster, with the tables on its nodes as PLACEMENT says. */
export type Layout = (typeof LAYOUTS)[number];

/**
 * Where the rows of a table are on a Citus cluster.
 *
 * - account: on the node that has the account, by account_id. All rows of an account are on one node, so that its
 *   statements run there as on one PostgreSQL.
 * - reference: copies on every node. For what is read without knowing the account, or must be unique across accounts.
 *   A write goes to all nodes, so only for tables that are written rarely.
 * - local: on the coordinator alone. For small queues that serve all accounts, and what needs triggers.
 */
export type Placement = 'account' | 'reference' | 'local';

/** Every table of the service. A start on a Citus cluster places those that are not placed yet. */
export const PLACEMENT: Readonly<Record<string, Placement>> = {
  migrations: 'reference',
  backups: 'reference',
  accounts: 'reference',
  service_tiers: 'reference',
  // Found by a key, a token or an e-mail address, before it is known whose they are.
  api_keys: 'reference',
  owners: 'reference',
  members: 'reference',
  member_recovery_codes: 'reference',
  member_invitations: 'reference',
  member_sessions: 'reference',
  member_browsers: 'reference',
  calendar_feeds: 'reference',
  driver_agreements: 'reference',
  mails: 'local',
  // Triggers keep it append-only, and Citus refuses triggers on distributed tables.
  audit_log: 'local',
  trips: 'account',
  trip_status_history: 'account',
  trip_assignments: 'account',
  trip_changes: 'account',
  trip_status_counts: 'account',
  trip_search: 'account',
  account_events: 'account',
  idempotency_keys: 'account',
  riders: 'account',
  rider_search: 'account',
  search_progress: 'account',
  vehicles: 'account',
  pricing_schemes: 'account',
  webhook_endpoints: 'account',
  webhook_deliveries: 'account',
  webhook_attempts: 'account',
  request_log: 'account',
  request_counts: 'account',
  key_request_counts: 'account',
};
