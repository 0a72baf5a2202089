import { getNotifySettings, setNotifySettings, type NotifyChannel } from '@riptide/contracts/calls';
import { useState } from 'react';
import { useController, useWatch, type Control, type FieldPath } from 'react-hook-form';
import { FormSwitch, FormText } from '../form/form-fields.tsx';
import { useCommand } from '../use-command.ts';
import type { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { NotifySettings, NotifyValues } from './notify-values.ts';

type Channel = z.infer<typeof NotifyChannel>;

const NAMES: Readonly<Record<Channel, string>> = {
  console: 'Console',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp',
  email: 'E-mail',
  webhook: 'Webhook',
};

interface ChannelFieldsProps {
  readonly channel: NotifySettings['channels'][number];
  readonly control: Control<NotifyValues>;
}

/** One channel: its switch, what it still needs, and where it sends to once it is on. */
export function ChannelFields({ channel, control }: ChannelFieldsProps) {
  const name = channel.channel;
  const isOn = useWatch({ control, name: `channels.${name}.enabled` }) === true;
  const note = name === 'console' ? 'A line in the log of the server' : channel.is_ready ? null : channel.needs;
  return (
    <div
      role="group"
      aria-label={NAMES[name]}
      className="flex min-w-0 flex-col gap-2 rounded-ctl border border-line1 px-3 py-2"
    >
      <FormSwitch
        control={control}
        name={`channels.${name}.enabled`}
        label={
          <span className="flex flex-wrap items-center gap-2">
            <b className="font-semibold">{NAMES[name]}</b>
            {channel.is_ready ? <Tag tone="ok">ready</Tag> : <Tag>not ready</Tag>}
          </span>
        }
        {...(note === null ? {} : { note })}
      />
      {isOn ? <Fields channel={channel} control={control} /> : null}
    </div>
  );
}

function Fields({ channel, control }: ChannelFieldsProps) {
  switch (channel.channel) {
    case 'console':
      return null;
    case 'telegram':
      return (
        <>
          <FormText
            control={control}
            name="channels.telegram.chat_id"
            label="Chat"
            hint="Number of the chat, or @channel"
          />
          <SecretField control={control} name="channels.telegram.bot_token" label="Bot token" channel={channel} />
          <FormSwitch
            control={control}
            name="channels.telegram.approvals"
            label="Approvals"
            note="Proposed trades come with Approve, Deny and Snooze"
          />
        </>
      );
    case 'whatsapp':
      return (
        <>
          <FormText
            control={control}
            name="channels.whatsapp.to"
            label="To"
            hint="With country code, e.g. +4915112345678"
          />
          <FormText
            control={control}
            name="channels.whatsapp.phone_id"
            label="Phone number id"
            hint="Of the sender, from the Cloud API"
          />
          <SecretField control={control} name="channels.whatsapp.token" label="Access token" channel={channel} />
          <FormText
            control={control}
            name="channels.whatsapp.template"
            label="Template"
            hint="With two body parameters; empty sends plain text"
          />
          <FormText
            control={control}
            name="channels.whatsapp.template_language"
            label="Template language"
            hint="e.g. en_US"
          />
        </>
      );
    case 'email':
      return <FormText control={control} name="channels.email.to" label="To" type="email" hint="One address" />;
    case 'webhook':
      return (
        <>
          <FormText
            control={control}
            name="channels.webhook.url"
            label="Address"
            type="url"
            hint="https://…, receives JSON"
          />
          <SecretField control={control} name="channels.webhook.secret" label="Signing secret" channel={channel} />
          <FormSwitch
            control={control}
            name="channels.webhook.allow_private"
            label="Allow this machine and private networks"
          />
        </>
      );
  }
}

interface SecretFieldProps extends ChannelFieldsProps {
  readonly name: FieldPath<NotifyValues>;
  readonly label: string;
}

/** A secret that is only ever sent: empty keeps what is stored. */
function SecretField({ channel, control, name, label }: SecretFieldProps) {
  const { field, fieldState } = useController({ control, name });
  // The form can't show again what was taken out of it: what is typed is kept here.
  const [typed, setTyped] = useState('');
  const forget = useCommand(setNotifySettings, {
    done: () => `${label} forgotten`,
    failed: `Failed to forget the ${label.toLowerCase()}`,
    refresh: [getNotifySettings],
  });
  const [, group = '', part = ''] = name.split('.');
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={label}
          type="secret"
          autoComplete="new-password"
          hint={channel.has_secret ? 'Stored, never shown again; empty keeps it' : 'Stored sealed, never shown again'}
          value={typed}
          error={fieldState.error?.message ?? null}
          onBlur={field.onBlur}
          onChange={(text) => {
            setTyped(text);
            field.onChange(text === '' ? undefined : text);
          }}
        />
      </div>
      {channel.has_secret ? (
        <Button
          size="sm"
          className="mt-[26px]"
          pending={forget.isPending}
          onClick={() => forget.mutate({ body: { channels: { [group]: { [part]: null } } } })}
        >
          Forget
        </Button>
      ) : null}
    </div>
  );
}
