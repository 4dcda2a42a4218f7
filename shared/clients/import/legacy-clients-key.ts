/** Local storage key under which an older version of the site stored clients, as a JSON list. */
export const LEGACY_CLIENTS_KEY = 'nordic-crm-clients'
