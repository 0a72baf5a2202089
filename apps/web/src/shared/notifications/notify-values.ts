import type { NotifyPreferencesInput, RouteOutput, getNotifySettings } from '@riptide/contracts/calls';

export type NotifySettings = RouteOutput<typeof getNotifySettings>;
export type NotifyValues = NotifyPreferencesInput;
