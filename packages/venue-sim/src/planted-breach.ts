import '@riptide/venues/kit';
