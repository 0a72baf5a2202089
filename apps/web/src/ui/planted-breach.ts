import '@/app/main';
import '@riptide/core/domain';
