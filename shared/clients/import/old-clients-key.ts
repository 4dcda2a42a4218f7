/** Where the site once kept its clients, in the browser's local storage: a JSON list. */
export const OLD_CLIENTS_KEY = 'nordic-crm-clients'
